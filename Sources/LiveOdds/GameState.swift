/// A moment of a game, as far as its odds depend on it.
package struct GameState: Hashable, Sendable {
  /// From 1.
  package var inning: Int
  /// Whether the away team bats.
  package var isTop: Bool
  /// Nil after the third out, before the next half-inning begins.
  package var state: BaseOutState?
  /// The runs of the home team less those of the away team.
  package var lead: Int

  /// Creates a moment; by default the beginning of the half-inning.
  package init(inning: Int, isTop: Bool, state: BaseOutState? = .start, lead: Int) {
    (self.inning, self.isTop, self.state, self.lead) = (max(inning, 1), isTop, state, lead)
  }
}
