/// How much an event matters to somebody who follows the game, 0 to 4.
enum Importance {
  static func of(_ tags: [Tag]) -> Int { tags.map { table[$0] ?? 0 }.max() ?? 0 }

  private static let table: [Tag: Int] = [
    .walkOff: 4, .leadChange: 4, Tag(rawValue: "home_run"): 4, .triplePlay: 4,
    .scoring: 3, .tie: 3, .goAhead: 3, .basesLoaded: 3,
    .hit: 2, .doublePlay: 2,
  ]
}
