@testable import LiveCore

/// Events of which only the name, the game and the tags matter: actions, whose family is the name.
enum SampleEvents {
  static let start = Timestamp(seconds: 1_720_839_600)

  private static let (head, tail) = ("1-top/", "/0/1")

  /// `1/a` of `mlb/1/1-top/a/0/1`: game and name.
  static func told(_ fact: Fact) -> String {
    String(fact.rawValue.dropFirst("mlb/".count).replacing(head, with: "").replacing(tail, with: ""))
  }

  static func event(_ name: String, game: Int = 1, tags: [Tag] = []) -> Event {
    let teams = (
      Team(id: 141, abbreviation: "TOR", name: "Toronto"), Team(id: 109, abbreviation: "AZ", name: "Arizona")
    )
    return Event(
      type: .action, time: start,
      data: EventData(
        fact: Fact(rawValue: "mlb/\(game)/\(head)\(name)\(tail)"), revision: 1, league: .mlb,
        game: EventGame(
          id: game, date: "2024-07-12", number: 1, type: "R", status: .live, away: teams.0, home: teams.1),
        inning: HalfInning(number: 1, half: .top), outs: 0, score: .zero,
        play: EventPlay(
          atBatIndex: 0, eventIndex: 0, eventType: name, description: name, runs: 0, rbi: nil,
          batter: Person(id: 1, name: "Batter"), pitcher: Person(id: 2, name: "Pitcher")),
        importance: 2, tags: tags, summary: name, observedAt: start, feedAt: start))
  }
}
