import Foundation

@testable import LiveCore

/// A client that reads bytes and keeps few of them: what it does not ask for stays in the kernel.
final class RawSubscriber: Sendable {
  private let socket: UnixSocket
  private let inbox: SocketInbox
  private let thread: DedicatedThread

  /// Subscribes to what comes from now on.
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

  /// The next events' lines.
  func events(_ count: Int) async throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    while lines.count < count, let line = try await nextLine() {
      if !line.starts(with: Array(#"{"op":"#.utf8)) { lines.append(line) }
    }
    return lines
  }

  /// The sequences of all events up to that one, and the last `gap` between.
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
