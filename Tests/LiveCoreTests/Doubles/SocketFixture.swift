import Logging
import Testing
import WireSchema

@testable import LiveCore

/// A socket server over a temporary log, which runs for the length of a test.
struct SocketFixture: Sendable {
  let store: NumberedLog
  let path: String

  var log: EventLog { store.log }

  /// A client is never subscribed unasked nor sent a heartbeat, however slow the machine.
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

  /// Runs the server until `body` is done, then waits for its end.
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

  /// A client that has read its `hello`.
  func client() async throws -> SocketClient {
    let client = try SocketClient(path: path)
    let hello = try #require(try await client.next())
    #expect(hello.op == "hello")
    return client
  }

  /// A client that asked for all after a sequence.
  func client(after start: Subscription.Start?, filter: EventFilter = EventFilter()) async throws -> SocketClient {
    let client = try await client()
    try client.subscribe(Subscription(after: start, log: log.id.rawValue, filter: filter))
    return client
  }
}

extension SocketClient {
  /// The next lines in short: an event's sequence, a control line's op and what it speaks of.
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
  /// `17`, `synced 17`, `gap pruned 4`, `pong`.
  var short: String {
    [op, op == nil ? nil : reason, sequence.map(String.init)].compactMap(\.self).joined(separator: " ")
  }
}
