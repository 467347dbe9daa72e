@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A log with deliveries for the sinks `den` and `hook`, and the options of a socket server over it.
struct OutboxFixture {
  static let sinks = [
    SinkInfo(name: "den", kind: "discord", expires: .seconds(60)),
    SinkInfo(name: "hook", kind: "webhook", expires: .seconds(600)),
  ]

  static var options: SocketOptions {
    var options = SocketFixture.options
    options.view.sinks = { sinks }
    options.admits = { _ in true }
    return options
  }

  let log: EventLog

  /// Logs facts of game 1 that wait for a sink and are in no message.
  /// - Returns: the newest sequence.
  @discardableResult
  func append(_ names: [String], to sink: String) async throws -> Int {
    let entries = names.map { LogEntry(event: SampleEvents.event($0), sinks: [sink]) }
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: 1), state: [], isOver: false)
    return try await log.append(LogAppend(checkpoint: checkpoint, events: entries), at: SampleEvents.start)
  }

  /// Stores a waiting message of one fact.
  @discardableResult
  func store(_ name: String, to sink: String) async throws -> StoredMessage {
    let sequence = try await append([name], to: sink)
    let draft = StoredMessage(
      lane: "mlb/1", id: WebhookID(rawValue: "msg_\(name)"), event: SampleEvents.event(name).id,
      message: Message(body: [1, 2]),
      due: SampleEvents.start, deadline: SampleEvents.start + .seconds(600),
      sequences: [sequence])
    return try await Outbox(log: log, sink: sink).store(draft, at: SampleEvents.start)
  }

  /// Stores a dead composed of one fact.
  @discardableResult
  func deadLetter(_ name: String, to sink: String, because error: String = "status 413") async throws -> Int {
    let number = try await store(name, to: sink).number
    try await Outbox(log: log, sink: sink).deadLetter(number, because: error, at: SampleEvents.start)
    return number
  }
}
