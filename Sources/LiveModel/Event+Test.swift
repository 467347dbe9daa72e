extension Event {
  /// Returns the event that `livegamed sink test` sends to a program. Its game 0 and its two clubs do not exist, and it
  /// is tagged `test`, so that no program takes it for a real play.
  package static func test(_ text: String, league: LeagueID, at now: Timestamp) -> Event {
    let game = EventGame(
      id: 0, date: String(now.description.prefix(10)), number: 1, type: "R", status: .scheduled,
      away: Team(id: 1, abbreviation: "AWAY", name: "Away"), home: Team(id: 2, abbreviation: "HOME", name: "Home"))
    return Event(
      type: .status, time: now,
      data: EventData(
        fact: Fact(rawValue: "\(league.rawValue)/0/status/test/1"), revision: 1, change: .new, league: league,
        game: game, importance: 2, tags: [.test], summary: text, observedAt: now, feedAt: now))
  }
}
