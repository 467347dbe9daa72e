import WireSchema

@testable import LiveCore

/// Made-up events; each number is a fact of its own.
enum NumberedEvents {
  static let time = Timestamp(seconds: 1_720_840_302)
  static let game = GameID(league: .mlb, gamePk: 747_175)

  static func event(
    _ number: Int, type: EventType = .play, tags: [String] = ["single", "hit"], away: String = "TOR",
    home: String = "AZ", summary: String = "Somebody singles."
  ) -> Event {
    let data = EventData(
      fact: Fact(rawValue: "\(game)/5-top/pa/\(number)/1"), revision: 1, league: .mlb,
      game: EventGame(
        id: game.gamePk, date: "2024-07-12", number: 1, type: "R", status: .live,
        away: Team(id: 141, abbreviation: away, name: "Away"), home: Team(id: 109, abbreviation: home, name: "Home")),
      inning: HalfInning(number: 5, half: .top), outs: 1, score: .zero, bases: .empty,
      play: EventPlay(
        atBatIndex: number, eventIndex: nil, eventType: tags.first ?? "", description: summary, runs: 0, rbi: 0,
        batter: Person(id: number, name: "Somebody"), pitcher: Person(id: 0, name: "")),
      importance: 2, tags: tags.map(LiveCore.Tag.init(rawValue:)), summary: summary, observedAt: time, feedAt: time)
    return Event(type: type, time: time, data: data)
  }

  /// As the log would hold them.
  static func logged(_ sequences: some Sequence<Int>, tags: (Int) -> [String] = { _ in [] }) throws -> [LoggedEvent] {
    try sequences.map { sequence in
      let event = event(sequence, tags: tags(sequence))
      let line = try WireFormat.line(of: event, sequence: sequence)
      return LoggedEvent(sequence: sequence, game: game.description, logged: time, line: line)
    }
  }
}
