/// Who is to play for one side, as far as it has been announced.
struct Lineup: Equatable, Sendable {
  /// `gameData.probablePitchers`.
  var probablePitcher: Person?
  /// In batting order; empty until it is posted. Substitutes are left out: they come as actions.
  var starters: [Starter] = []
}

/// One place of a batting order: who has it when the game begins.
struct Starter: Equatable, Sendable {
  var player: Person
  /// The first of `allPositions`: `SS`, `DH`.
  var position: String?
}
