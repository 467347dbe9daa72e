import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Events of which only the name, the game and the tags matter: actions whose family is the name.
enum SampleEvents {
  static let start = Timestamp(seconds: 1_720_839_600)

  private static let (head, tail) = ("1-top/", "/0/1")

  /// Returns game and name of a fact: `1/a` for `mlb/1/1-top/a/0/1`.
  static func label(_ fact: Fact) -> String {
    String(fact.rawValue.dropFirst("mlb/".count).replacing(head, with: "").replacing(tail, with: ""))
  }

  static func event(_ name: String, game: Int = 1, tags: [Tag] = []) -> Event {
    let teams = (
      Team(id: 141, abbreviation: "TOR", name: "Toronto"), Team(id: 109, abbreviation: "AZ", name: "Arizona")
    )
    return Event(
      type: .action, time: start,
      data: EventData(
        fact: Fact(rawValue: "mlb/\(game)/\(head)\(name)\(tail)"), revision: 1, change: .new, league: .mlb,
        game: EventGame(
          id: game, date: "2024-07-12", number: 1, type: "R", status: .live, away: teams.0, home: teams.1),
        score: .zero, importance: 2, tags: tags, summary: name, observedAt: start, feedAt: start,
        members: LeagueMembers(
          BaseballMembers(
            inning: HalfInning(number: 1, half: .top), outs: 0,
            play: EventPlay(
              atBatIndex: 0, eventIndex: 0, eventType: name, description: name, runs: 0, rbi: nil,
              batter: Person(id: 1, name: "Batter"), pitcher: Person(id: 2, name: "Pitcher"))))))
  }
}

/// Made-up events; each number is its own fact.
enum NumberedEvents {
  static let time = Timestamp(seconds: 1_720_840_302)
  static let game = GameID(league: .mlb, gamePk: 747_175)

  static func event(
    _ number: Int, type: EventType = .play, tags: [String] = ["single", "hit"], away: String = "TOR",
    home: String = "AZ", summary: String = "Somebody singles."
  ) -> Event {
    let data = EventData(
      fact: Fact(rawValue: "\(game)/5-top/pa/\(number)/1"), revision: 1, change: .new, league: .mlb,
      game: EventGame(
        id: game.gamePk, date: "2024-07-12", number: 1, type: "R", status: .live,
        away: Team(id: 141, abbreviation: away, name: "Away"), home: Team(id: 109, abbreviation: home, name: "Home")),
      score: .zero, importance: 2, tags: tags.map(LiveModel.Tag.init(rawValue:)), summary: summary, observedAt: time,
      feedAt: time,
      members: LeagueMembers(
        BaseballMembers(
          inning: HalfInning(number: 5, half: .top), outs: 1, bases: .empty,
          play: EventPlay(
            atBatIndex: number, eventIndex: nil, eventType: tags.first ?? "", description: summary, runs: 0, rbi: 0,
            batter: Person(id: number, name: "Somebody"), pitcher: Person(id: 0, name: "")))))
    return Event(type: type, time: time, data: data)
  }

  /// Returns events as the log holds them.
  static func logged(_ sequences: some Sequence<Int>, tags: (Int) -> [String] = { _ in [] }) throws -> [LoggedEvent] {
    try sequences.map { sequence in
      let event = event(sequence, tags: tags(sequence))
      let line = try WireFormat.line(of: event, sequence: sequence)
      return LoggedEvent(sequence: sequence, game: game.description, logged: time, line: line)
    }
  }
}

enum RouteSample {
  /// Returns an event of which only the type, the tags, the teams and the players matter.
  static func event(
    _ type: EventType = .play, tags: [String] = [], away: String = "TOR", home: String = "AZ", players: [Person] = []
  ) -> Event {
    let game = EventGame(
      id: 747_175, date: "2024-07-12", number: 1, type: "R", status: .live,
      away: Team(id: 1, abbreviation: away, name: "Away"), home: Team(id: 2, abbreviation: home, name: "Home"))
    let instant = Timestamp(seconds: 1_720_840_302)
    let data = EventData(
      fact: Fact(rawValue: "mlb/747175/5-top/pa/1/1"), revision: 1, change: .new, league: .mlb, game: game,
      players: players.map { Participant($0, as: .fielder) }, importance: 2, tags: tags.map(Tag.init(rawValue:)),
      summary: "", observedAt: instant, feedAt: instant)
    return Event(type: type, time: instant, data: data)
  }
}
