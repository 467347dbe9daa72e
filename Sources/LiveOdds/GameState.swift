/// A moment of a game, as far as its odds depend on it.
public struct GameState: Hashable, Sendable {
  /// From 1.
  public var inning: Int
  /// Whether the away team bats.
  public var isTop: Bool
  /// Nil after the third out, before the next half-inning begins.
  public var state: BaseOutState?
  /// The runs of the home team less those of the away team.
  public var lead: Int

  /// Creates a moment; by default the beginning of the half-inning.
  public init(inning: Int, isTop: Bool, state: BaseOutState? = .start, lead: Int) {
    (self.inning, self.isTop, self.state, self.lead) = (max(inning, 1), isTop, state, lead)
  }
}
