@testable import LiveCore

/// Events of which only the fact, the game and the tags matter.
enum SampleEvents {
  static let start = Timestamp(seconds: 1_720_839_600)

  static func event(_ name: String, game: Int = 1, tags: [Tag] = []) -> Event {
    let teams = (
      Team(id: 141, abbreviation: "TOR", name: "Toronto"), Team(id: 109, abbreviation: "AZ", name: "Arizona")
    )
    return Event(
      type: .play, time: start,
      data: EventData(
        fact: Fact(rawValue: "mlb/\(game)/\(name)"), revision: 1, league: .mlb,
        game: EventGame(
          id: game, date: "2024-07-12", number: 1, type: "R", status: .live, away: teams.0, home: teams.1),
        importance: 2, tags: tags, summary: name, observedAt: start, feedAt: start))
  }
}
