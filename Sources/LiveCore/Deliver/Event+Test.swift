extension Event {
  /// What a program is sent to see whether a sink works. A made-up play would fool it: this is of game 0, which there is
  /// not, between two clubs that are none, and tagged `test`.
  static func test(_ text: String, at now: Timestamp) -> Event {
    let game = EventGame(
      id: 0, date: String(now.description.prefix(10)), number: 1, type: "R", status: .scheduled,
      away: Team(id: 1, abbreviation: "AWAY", name: "Away"), home: Team(id: 2, abbreviation: "HOME", name: "Home"))
    return Event(
      type: .status, time: now,
      data: EventData(
        fact: Fact(rawValue: "\(LeagueID.mlb.rawValue)/0/status/test/1"), revision: 1, league: .mlb, game: game,
        importance: 2, tags: [.test], summary: text, observedAt: now, feedAt: now))
  }
}
