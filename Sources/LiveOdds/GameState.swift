/// A moment of a game, as far as its odds depend on it.
package struct GameState: Hashable, Sendable {
  /// From 1 to 999.
  package private(set) var inning: Int
  /// Whether the away team bats.
  package private(set) var isTop: Bool
  /// Nil after the third out, before the next half-inning begins.
  package var state: BaseOutState?
  /// The runs of the home team less those of the away team, from -100 to 100.
  package var lead: Int { didSet { lead = Self.bounded(lead) } }

  /// Creates a moment; by default the beginning of the half-inning. Takes numbers beyond their bounds as the nearest.
  package init(inning: Int, isTop: Bool, state: BaseOutState? = .start, lead: Int) {
    (self.inning, self.isTop, self.state) = (min(max(inning, 1), 999), isTop, state)
    self.lead = Self.bounded(lead)
  }

  private static func bounded(_ lead: Int) -> Int { min(max(lead, -100), 100) }
}
