import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Players of a configuration that no game in the log has had.
@Suite struct UnknownPlayersTests {
  private let folder: ConfigFolder

  init() throws { folder = try ConfigFolder() }

  /// Returns the warnings of a configuration whose state folder is `state`.
  private func warnings(of text: String) throws -> [String] {
    let path = try folder.write("state_directory: \(folder.path)/state\n\(text)\n", to: "livegamed.yaml")
    let config = try ConfigFiles.read(path: path, environment: [:])
    return config.unknownPlayers(environment: [:]).map { $0.description.replacing("\(path):", with: "") }
  }

  /// Logs an event with these players.
  private func log(_ names: String...) async throws {
    try Folder.make("\(folder.path)/state")
    let log = try EventLog(path: "\(folder.path)/state/livegamed.sqlite")
    let players = names.enumerated().map { Person(id: $0 + 1, name: $1) }
    let entry = LogEntry(event: RouteSample.event(players: players), sinks: [])
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: 747_175), state: [], isOver: false)
    try await log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: SampleEvents.start)
    try log.close()
  }

  private static let settings = """
    follow: {players: ["shohei ohtani", "Jose Ramirez", 660271]}
    sinks: {a: {type: exec, command: [/bin/true]}}
    routes: [{players: ["Shohei Otani"], sinks: [a]}]
    """

  @Test func aNameThatNoGameHasHadIsNamedWithTheNearest() async throws {
    try await log("Shohei Ohtani", "José Ramírez")
    #expect(
      try warnings(of: Self.settings) == [
        "4:21: no logged game had a player 'Shohei Otani'; did you mean 'Shohei Ohtani'? [config.unknown-player]"
      ])
  }

  @Test func withoutALogOrPlayersNothingIsSaid() async throws {
    #expect(try warnings(of: Self.settings).isEmpty)
    try await log()
    #expect(try warnings(of: Self.settings).isEmpty)
  }
}
