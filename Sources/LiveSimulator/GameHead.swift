/// What is written once of a game: clubs, people, and what kind of game it is.
struct GameHead: Sendable {
  /// `gameData.game`
  let game: [UInt8]
  /// `gameData.teams`
  let teams: [UInt8]
  /// `gameData.players`
  let players: [UInt8]

  init(_ fixture: Fixture, _ script: SimulatedGame.Script) {
    let document: JSON = [
      "pk": .number(fixture.gamePk), "type": .string(fixture.type.rawValue),
      "doubleHeader": .string(fixture.doubleHeader.rawValue), "gameNumber": .number(fixture.gameNumber),
      "season": .string(String(CalendarText.day(fixture.start).prefix(4))),
    ]
    game = document.bytes
    let clubs: JSON = ["away": script.away.club.json, "home": script.home.club.json]
    teams = clubs.bytes
    players = JSON.object((script.away.players + script.home.players).map { ("ID\($0.id)", $0.json) }).bytes
  }
}
