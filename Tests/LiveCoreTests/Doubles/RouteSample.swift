@testable import LiveCore

enum RouteSample {
  /// An event of which only the type, the tags, the teams and who takes part matter.
  static func event(
    _ type: EventType = .play, tags: [String] = [], away: String = "TOR", home: String = "AZ", players: [Person] = []
  ) -> Event {
    let game = EventGame(
      id: 747_175, date: "2024-07-12", number: 1, type: "R", status: .live,
      away: Team(id: 1, abbreviation: away, name: "Away"), home: Team(id: 2, abbreviation: home, name: "Home"))
    let instant = Timestamp(seconds: 1_720_840_302)
    let data = EventData(
      fact: Fact(rawValue: "mlb/747175/5-top/pa/1/1"), revision: 1, league: .mlb, game: game,
      players: players.map { Participant($0, as: .fielder) }, importance: 2, tags: tags.map(Tag.init(rawValue:)),
      summary: "", observedAt: instant, feedAt: instant)
    return Event(type: type, time: instant, data: data)
  }
}
