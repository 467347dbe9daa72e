import LiveSimulator

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A server of streams and leases that exists only here, with the rules of JetStream for one replica: a known message id
/// is a duplicate, whatever the expected sequence; an expected sequence that is not the newest is refused.
final class ScriptedStream: Sendable {
  fileprivate struct State {
    var messages: [StreamEntry] = []
    var sequence: UInt64 = 0
    var checkpoints: [GameID: StreamCheckpoint] = [:]
    var values: [String: KeyedEntry] = [:]
    var revision: UInt64 = 0
    /// The number of times that the server has started.
    var starts = 1
    /// The messages that were refused.
    var refused = 0
    /// The messages of one game that were asked for.
    var reads = 0
    /// The server's clock.
    var now = Timestamp(milliseconds: 0)
  }

  fileprivate let state = Locked(State())

  /// All messages, in order.
  var messages: [StreamEntry] { state.withLock { $0.messages } }
  var refused: Int { state.withLock { $0.refused } }
  var reads: Int { state.withLock { $0.reads } }

  func advance(by span: Duration) { state.withLock { $0.now = $0.now + span } }

  /// Returns the events of a game, in the order of the stream.
  func events(of game: GameID) throws -> [Event] {
    try messages.filter { $0.message.game == game }.compactMap { stored in
      guard case .event(_, let line) = stored.message.content else { return nil }
      return try CloudEvent(line: line).event
    }
  }

  /// Kills the server, which loses its newest messages and leases.
  func loseNewest(_ count: Int) {
    state.withLock { state in
      state.messages.removeLast(min(count, state.messages.count))
      state.sequence = state.messages.last?.sequence ?? 0
      state.values = [:]
      state.starts += 1
    }
  }
}

/// The connection of one node. Answers get lost, and requests too, as often as it is told.
final class ScriptedStreamConnection: FactStream, KeyedStore {
  private struct Faults {
    var dice: SplitMix
    /// One in so many writes fails; nil for none.
    var failures: UInt64?
    var isCut = false
  }

  private let server: ScriptedStream
  private let faults: Locked<Faults>

  init(_ server: ScriptedStream, seed: UInt64, failures: UInt64? = nil) {
    self.server = server
    faults = Locked(Faults(dice: SplitMix(seed: seed), failures: failures))
  }

  /// Cuts the node off from the server, or connects it again.
  func cut(_ isCut: Bool) { faults.withLock { $0.isCut = isCut } }

  func heal() { faults.withLock { ($0.failures, $0.isCut) = (nil, false) } }

  static let fault = Fault(.clusterContention, "no answer", hint: "wait")

  var connection: Int { server.state.withLock { $0.starts } }

  func prepare() async throws(Fault) {}

  /// Does what is asked for. Fails before, or after, as often as it is told.
  private func asked<Value>(isWrite: Bool = false, _ work: (inout ScriptedStream.State) -> Value) throws(Fault)
    -> Value
  {
    let (isLost, isUnheard) = faults.withLock { faults in
      guard !faults.isCut else { return (true, false) }
      guard isWrite, let failures = faults.failures, faults.dice.next() % failures == 0 else { return (false, false) }
      let isLost = faults.dice.next() % 2 == 0
      return (isLost, !isLost)
    }
    if isLost { throw Self.fault }
    let value = server.state.withLock { work(&$0) }
    if isUnheard { throw Self.fault }
    return value
  }

  func publish(_ message: StreamMessage, after last: UInt64) async throws(Fault) -> UInt64? {
    await Task.yield()
    return try asked(isWrite: true) { state in
      let own = state.messages.filter { $0.message.game == message.game }
      guard !own.contains(where: { $0.message.place == message.place }), (own.last?.sequence ?? 0) == last else {
        state.refused += 1
        return nil
      }
      state.sequence += 1
      // No two messages have the same time.
      state.now = state.now + .milliseconds(1)
      state.messages.append(StreamEntry(sequence: state.sequence, stored: state.now, message: message))
      return state.sequence
    }
  }

  func message(of game: GameID, from sequence: UInt64) async throws(Fault) -> StreamEntry? {
    try asked { state in
      state.reads += 1
      return state.messages.first { $0.message.game == game && $0.sequence >= sequence }
    }
  }

  func messages(after sequence: UInt64, limit: Int) async throws(Fault) -> [StreamEntry] {
    try asked { Array($0.messages.filter { $0.sequence > sequence }.prefix(limit)) }
  }

  func newest() async throws(Fault) -> UInt64 { try asked { $0.sequence } }

  func checkpoint(of game: GameID) async throws(Fault) -> StreamCheckpoint? {
    try asked { $0.checkpoints[game] }
  }

  func put(_ checkpoint: StreamCheckpoint, of game: GameID, isFirst: Bool) async throws(Fault) {
    try asked(isWrite: true) { state in
      if !isFirst || state.checkpoints[game] == nil { state.checkpoints[game] = checkpoint }
    }
  }

  func games(limit: Int) async throws(Fault) -> [GameID] {
    try asked { Array($0.checkpoints.keys.prefix(limit)) }
  }

  func entries(after revision: UInt64) async throws(Fault) -> [KeyedEntry] {
    try asked { $0.values.values.filter { $0.revision > revision }.sorted { $0.revision < $1.revision } }
  }

  func write(_ value: String, to key: String, over revision: UInt64?) async throws(Fault) -> Bool {
    try asked(isWrite: true) { state in
      guard state.values[key]?.revision == revision else { return false }
      Self.store(value, to: key, in: &state)
      return true
    }
  }

  func put(_ value: String, to key: String) async throws(Fault) {
    try asked(isWrite: true) { Self.store(value, to: key, in: &$0) }
  }

  private static func store(_ value: String, to key: String, in state: inout ScriptedStream.State) {
    state.revision += 1
    state.values[key] = KeyedEntry(key: key, value: value, revision: state.revision)
  }
}
