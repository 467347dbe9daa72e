import Foundation
import Logging
import Testing
import WireSchema

@testable import LiveCore
@testable import LivePlatform

/// A socket server over a temporary log, running for the length of a test.
struct SocketFixture: Sendable {
  let store: NumberedLog
  let path: String

  var log: EventLog { store.log }

  /// Options with which a client is never subscribed by itself and gets no heartbeat, on any machine.
  static var options: SocketOptions {
    var options = SocketOptions()
    (options.grace, options.heartbeat) = (.seconds(3600), .seconds(3600))
    return options
  }

  static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  static func with(
    _ options: SocketOptions = options, events: Int = 0, _ body: @Sendable (SocketFixture) async throws -> Void
  ) async throws {
    let store = try NumberedLog()
    if events > 0 { try await store.append(1...events) }
    let fixture = SocketFixture(store: store, path: "\(store.folder)/live.sock")
    let server = try fixture.server(options)
    try await fixture.running(server) { try await body(fixture) }
  }

  func server(_ options: SocketOptions = options) throws -> SocketServer {
    try SocketServer(log: log, endpoint: .path(path), options: options, logger: Self.logger)
  }

  /// Runs the server until `body` has returned, then waits for its end.
  func running(_ server: SocketServer, _ body: @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup { group in
      group.addTask { try await server.run() }
      let result: Result<Void, any Error>
      do {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      group.cancelAll()
      try await group.waitForAll()
      try result.get()
    }
  }

  /// Connects a client and reads its `hello`.
  func client() async throws -> SocketClient {
    let client = try SocketClient(path: path)
    let hello = try #require(try await client.next())
    #expect(hello.op == "hello")
    return client
  }

  /// Connects a client and subscribes it to everything after a sequence.
  func client(after start: Subscription.Start?, filter: EventFilter = EventFilter()) async throws -> SocketClient {
    let client = try await client()
    try client.subscribe(Subscription(after: start, log: log.id.rawValue, filter: filter))
    return client
  }
}

extension SocketClient {
  /// Returns the next lines in short form.
  func read(_ count: Int) async throws -> [String] {
    var lines: [String] = []
    while lines.count < count, let line = try await next() {
      if line.op == nil { WireFormat.check(line.bytes) }
      lines.append(line.short)
    }
    return lines
  }
}

extension WatchLine {
  /// The short form: `17`, `synced 17`, `gap pruned 4`, `pong`.
  var short: String {
    [op, op == nil ? nil : reason, sequence.map(String.init)].compactMap(\.self).joined(separator: " ")
  }
}

/// A client that reads bytes only on demand; unread bytes stay in the kernel.
final class RawSubscriber: Sendable {
  private let socket: UnixSocket
  private let inbox: SocketInbox
  private let thread: DedicatedThread

  /// Subscribes to new events.
  init(_ path: String, _ filter: EventFilter, saying first: [UInt8] = []) throws {
    socket = try UnixSocket.connected(to: path)
    inbox = try SocketInbox(socket, limit: 4096)
    thread = try DedicatedThread(name: "test-reader") { [inbox] in inbox.run() }
    let request = try JSONEncoder().encode(Subscription(after: .now, filter: filter))
    _ = try socket.send((first + request + [0x0A])[...])
  }

  deinit {
    inbox.close()
    thread.join()
  }

  func readUntilSynced() async throws {
    while let line = try await nextLine(), !line.starts(with: Array(#"{"op":"synced""#.utf8)) {}
  }

  /// Returns the lines of the next events.
  func events(_ count: Int) async throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    while lines.count < count, let line = try await nextLine() {
      if !line.starts(with: Array(#"{"op":"#.utf8)) { lines.append(line) }
    }
    return lines
  }

  /// Returns the sequences of all events up to `last`, and the last `gap` between them.
  func sequences(through last: Int) async throws -> (sequences: [Int], gap: String?) {
    var (sequences, gap): ([Int], String?) = ([], nil)
    while sequences.last != last, let bytes = try await nextLine() {
      let line = try WatchLine(bytes: bytes)
      if line.op == "gap" { gap = line.text }
      if line.op == nil, let sequence = line.sequence { sequences.append(sequence) }
    }
    return (sequences, gap)
  }

  private func nextLine() async throws -> [UInt8]? {
    guard case .piece(.line(let line)) = try await inbox.next() else { return nil }
    return line
  }
}

/// The far end of a session without a socket. It accepts bytes up to its capacity.
struct SessionEnd {
  var session: SubscriberSession
  /// The number of bytes that it accepts before it blocks.
  var room = Int.max
  private(set) var taken: [UInt8] = []
  private var shown = 0

  init(_ session: SubscriberSession) { self.session = session }

  /// Returns the lines since the last call: for events the sequence, else the whole line.
  mutating func lines() -> [String] {
    defer { shown = taken.count }
    return String(decoding: taken[shown...], as: UTF8.self).split(separator: "\n").map { line in
      line.contains("\"specversion\"") ? (try? WatchLine(bytes: Array(line.utf8)).short) ?? "?" : String(line)
    }
  }

  /// Accepts pending output, but no events.
  mutating func take(at now: Duration = .zero) {
    let count = min(room, session.output.count)
    taken += session.output.pending.prefix(count)
    room -= count
    session.sent(count, at: now)
    session.setBlocked(!session.output.isEmpty, at: now)
  }

  /// Accepts pending output and the matching lines of the block, until there is nothing more or the capacity is used
  /// up.
  mutating func read(_ block: LineBlock, newest: Int? = nil, at now: Duration = .zero) {
    var block = block
    take(at: now)
    while session.goal(newest: newest ?? block.newest) != nil {
      let before = session.cursor
      if let batch = session.nextBatch(of: &block, newest: newest ?? block.newest, at: now) {
        let count = min(room, batch.count)
        taken += batch.runs.flatMap { block.bytes[$0] }.prefix(count)
        room -= count
        session.took(count, of: batch, in: block, at: now)
      }
      if !session.isBlocked { take(at: now) }
      if session.cursor == before { return }
    }
  }
}

extension LineBlock {
  /// Creates a block of made-up events.
  init(_ sequences: some Sequence<Int>, tags: (Int) -> [String] = { _ in [] }) throws {
    self.init(try NumberedEvents.logged(sequences, tags: tags))
  }
}
