import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct MLBStatusTests {
  @Test(arguments: [
    ("S", GameStatus.Phase.scheduled), ("P", .scheduled), ("PW", .warmup), ("PR", .delayed), ("I", .live),
    ("IR", .delayed), ("IH", .live), ("MA", .live), ("NH", .live), ("T", .suspended), ("UR", .suspended),
    ("DR", .postponed), ("CI", .cancelled), ("O", .final), ("FT", .final), ("QJ", .final), ("R", .final),
    ("W", .scheduled), ("X", .scheduled), ("Z9", .scheduled),
  ])
  func usesOnlyTheCodes(code: String, phase: GameStatus.Phase) {
    let status = MLBStatus(
      codedGameState: String(code.prefix(1)), statusCode: code, detailedState: "In Progress", reason: nil)
    #expect(status.phase == phase)
  }
}
