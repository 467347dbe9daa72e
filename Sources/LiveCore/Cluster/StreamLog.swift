internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform

/// The log of the games that a node polls, in the stream that all nodes share.
///
/// Bound: one claim and the newest messages of each game that is polled here.
final class StreamLog<C: Clock<Duration>>: GameLog where C: Sendable {
  private struct Opened {
    var claim: GameClaim
    /// The connection in which the game's messages were read.
    var connection: Int
  }

  let health: LogHealth
  var isOwn: Bool { false }
  private let stream: any FactStream
  private let share: LeaseShare<C>
  /// The connection in which the server was prepared.
  private let prepared = Locked<Int?>(nil)
  private let opened = Locked<[GameID: Opened]>([:])
  /// The newest messages of each game, which outlive errors.
  private let recent = Locked<[GameID: RecentMessages]>([:])

  /// How often a claim is tried, each time after reading what another node has written.
  private static var attempts: Int { 20 }
  private static var moved: GameMoved { GameMoved(reason: "the stream has other messages of it than this node knows") }
  /// The most messages of a game that are read: far more than a game has.
  private static var mostMessages: Int { 50_000 }

  init(_ stream: any FactStream, _ share: LeaseShare<C>, health: LogHealth) {
    (self.stream, self.share, self.health) = (stream, share, health)
  }

  /// Waits for the lease, reads the game's newest messages, and claims its next place. If the server has lost messages
  /// that this node knows, writes them again first: then the facts after them follow from the same ones as before.
  func open(_ game: GameID) async throws -> OpenedGame? {
    opened.withLock { $0[game] = nil }
    guard try await share.own(.game(game)) else { return nil }
    guard let epoch = share.epoch(of: .game(game)) else { throw GameMoved(reason: "this node's lease has expired") }
    for _ in 0..<Self.attempts {
      let connection = stream.connection
      try await prepare(in: connection)
      var claim = GameClaim(game, session: share.session, epoch: epoch)
      let stored = try await asking { () throws(Fault) in try await stream.checkpoint(of: game) }
      let known = recent.withLock { $0.removeValue(forKey: game) }
      do {
        try await read(&claim, since: stored?.since ?? 0)
        guard try await restore(known, &claim) else { continue }
      } catch {
        recent.withLock { $0[game] = known }
        throw error
      }
      let message = claim.next(.claim)
      guard
        let sequence = try await asking({ () throws(Fault) in try await stream.publish(message, after: claim.last)
        })
      else { continue }
      wrote(message, as: sequence, &claim)
      opened.withLock { $0[game] = Opened(claim: claim, connection: connection) }
      return (stored?.sequence ?? 0) == claim.lastEvent ? .whole : .behind
    }
    throw Fault(
      .clusterContention, "game \(game): other nodes write to it again and again",
      hint: "give each node a name of its own in cluster.node")
  }

  private func prepare(in connection: Int) async throws {
    guard prepared.withLock({ $0 != connection }) else { return }
    try await asking { () throws(Fault) in try await stream.prepare() }
    prepared.withLock { $0 = connection }
  }

  func isCurrent(_ game: GameID) -> Bool {
    guard let opened = opened.withLock({ $0[game] }) else { return false }
    return opened.connection == stream.connection && share.epoch(of: .game(game)) == opened.claim.epoch
  }

  func close(_ game: GameID, isOver: Bool) async {
    opened.withLock { $0[game] = nil }
    recent.withLock { $0[game] = nil }
    if isOver { await share.giveBack(.game(game), isOver: true) } else { share.leave(.game(game)) }
  }

  /// Publishes the events one after the other, and then the checkpoint. After an error the game is no longer opened: the
  /// poller's state lacks the events that were published.
  func append(_ batch: LogAppend, at now: Timestamp) async throws -> Int {
    let game = batch.checkpoint.game
    guard isCurrent(game), var opened = opened.withLock({ $0.removeValue(forKey: game) }) else {
      throw GameMoved(reason: "this node's lease has expired")
    }
    for entry in batch.events { try await write(entry.event, &opened.claim) }
    health.worked()
    let checkpoint = StreamCheckpoint(
      sequence: opened.claim.lastEvent, since: recent.withLock { $0[game]?.first } ?? 0, checkpoint: batch.checkpoint)
    // Without the checkpoint, the next holder of the game reads its facts. Only the end of a game must be stored.
    do throws(Fault) {
      try await stream.put(checkpoint, of: game, isFirst: false)
    } catch  where batch.checkpoint.isOver {
      throw error
    } catch {}
    self.opened.withLock { $0[game] = opened }
    return Int(clamping: opened.claim.last)
  }

  private func write(_ event: Event, _ claim: inout GameClaim) async throws {
    let line = try CloudEvent(event: event, sequence: 0, logID: .none).line()
    let message = claim.next(.event(id: event.id, line: line))
    let last = claim.last
    if let sequence = try await asking({ () throws(Fault) in try await stream.publish(message, after: last) }) {
      return wrote(message, as: sequence, &claim)
    }
    // Another node has written there, or this node has, and the answer was lost. Only the stream knows.
    let game = claim.game
    guard
      let stored = try await asking({ () throws(Fault) in try await stream.message(of: game, from: last + 1) })
    else { throw Self.moved }
    try take(stored, into: &claim)
    guard stored.message == message else { throw Self.moved }
  }

  /// Reads the messages of a game from a sequence on. If the server has lost that one, reads all of them.
  private func read(_ claim: inout GameClaim, since first: UInt64) async throws {
    let game = claim.game
    var next = max(first, 1)
    for _ in 0..<Self.mostMessages {
      let sequence = next
      let found = try await asking { () throws(Fault) in try await stream.message(of: game, from: sequence) }
      if claim.last == 0, first > 1, found?.sequence != first {
        return try await read(&claim, since: 0)
      }
      guard let found else { return }
      try take(found, into: &claim)
      next = claim.last + 1
    }
    throw Fault(
      .clusterContention, "game \(game): the stream has more messages of it than a game can have",
      hint: "see which program writes to the stream")
  }

  /// Writes the messages again that the server has lost. Returns false if another node was faster.
  private func restore(_ known: RecentMessages?, _ claim: inout GameClaim) async throws -> Bool {
    let game = claim.game
    let newest = recent.withLock { $0[game]?.newest }
    for message in known?.missing(after: newest) ?? [] {
      let last = claim.last
      guard
        let sequence = try await asking({ () throws(Fault) in try await stream.publish(message, after: last) })
      else { return false }
      try take(StreamEntry(sequence: sequence, stored: Timestamp(milliseconds: 0), message: message), into: &claim)
    }
    return true
  }

  private func wrote(_ message: StreamMessage, as sequence: UInt64, _ claim: inout GameClaim) {
    claim.wrote(message, as: sequence)
    recent.withLock { $0[message.game, default: RecentMessages()].take(message, as: sequence) }
  }

  private func take(_ stored: StreamEntry, into claim: inout GameClaim) throws {
    do throws(GameClaim.Superseded) {
      try claim.read(stored)
      recent.withLock { $0[claim.game, default: RecentMessages()].take(stored.message, as: stored.sequence) }
    } catch {
      share.yield(.game(claim.game), to: error.epoch)
      throw GameMoved(reason: "node '\(error.session.node)' has claimed it")
    }
  }

  /// Asks the stream. After a fault, the next game that is opened prepares the server again.
  private func asking<Value: Sendable>(_ ask: () async throws(Fault) -> Value) async throws -> Value {
    do throws(Fault) {
      return try await ask()
    } catch {
      prepared.withLock { $0 = nil }
      throw error
    }
  }
}

/// Reading.
extension StreamLog {
  func begin(_ checkpoints: [Checkpoint], at now: Timestamp) async throws {
    for checkpoint in checkpoints {
      try await asking { () throws(Fault) in
        try await stream.put(
          StreamCheckpoint(sequence: 0, checkpoint: checkpoint), of: checkpoint.game, isFirst: true)
      }
    }
  }

  func checkpoint(of game: GameID) async throws -> Checkpoint? {
    try await asking { () throws(Fault) in try await stream.checkpoint(of: game) }?.checkpoint
  }

  func openCheckpoints(limit: Int) async throws -> [Checkpoint] {
    var open: [Checkpoint] = []
    for game in try await asking({ () throws(Fault) in try await stream.games(limit: limit) }) {
      if let checkpoint = try await checkpoint(of: game), !checkpoint.isOver { open.append(checkpoint) }
    }
    return open
  }

  func newestEvent(of game: GameID) async throws -> LoggedEvent? {
    var newest: LoggedEvent?
    let known = opened.withLock { $0[game]?.claim.lastEvent } ?? 0
    try await forEachEvent(of: game, from: max(known, 1)) { event, _ in newest = event }
    return newest
  }

  func newestRevisions(of game: GameID) async throws -> [LoggedEvent] {
    var newest: [Substring: LoggedEvent] = [:]
    try await forEachEvent(of: game) { event, id in
      newest[id.prefix { $0 != "@" }] = event
    }
    return newest.values.sorted { $0.sequence < $1.sequence }
  }

  func event(id: String) async throws -> LoggedEvent? {
    guard let game = GameID(id.split(separator: "/").prefix(2).joined(separator: "/")) else { return nil }
    var found: LoggedEvent?
    try await forEachEvent(of: game) { event, other in if other == id { found = event } }
    return found
  }

  private func forEachEvent(
    of game: GameID, from first: UInt64 = 1, _ take: (LoggedEvent, _ id: String) -> Void
  ) async throws {
    var next = first
    for _ in 0..<Self.mostMessages {
      let sequence = next
      guard
        let stored = try await asking({ () throws(Fault) in try await stream.message(of: game, from: sequence) })
      else { return }
      next = stored.sequence + 1
      guard case .event(let id, let line) = stored.message.content else { continue }
      take(
        LoggedEvent(
          sequence: Int(clamping: stored.sequence), game: game.description, logged: stored.stored, line: line), id)
    }
  }
}

extension LogID {
  /// The place of a log's id in a line that no log has yet.
  static let none = LogID(rawValue: "-")
}

extension Fault.Code {
  static let clusterContention = Fault.Code("cluster.contention")
}
