internal import FoundationEssentials
internal import GRDB
internal import Glibc

@testable internal import LiveModel
@testable internal import LiveCore

/// Reads lines of 400 bytes from standard input, and publishes all that have arrived at once.
struct Publisher {
  /// Whether lines are committed before they are handed over.
  enum Mode: String, Sendable { case memory, log }

  static let lineBytes = 400

  let log: EventLog
  let mode: Mode

  /// Runs until the end of standard input, then ends the process.
  func run() {
    var held: [UInt8] = []
    var sequence = 0
    do {
      while let bytes = read() {
        held += bytes
        let count = held.count / Self.lineBytes
        let events = (0..<count).map { event(at: $0 * Self.lineBytes, of: held, sequence: sequence + $0 + 1) }
        held.removeFirst(count * Self.lineBytes)
        sequence += count
        if mode == .log { try commit(events) }
        log.tail.publish(events)
      }
      exit(0)
    } catch {
      Engine.end("engine: \(error)", status: 1)
    }
  }

  /// Returns the line at `start`, without its newline.
  private func event(at start: Int, of bytes: [UInt8], sequence: Int) -> LoggedEvent {
    LoggedEvent(
      sequence: sequence, game: "mlb/747175", logged: Timestamp(milliseconds: 1_784_000_000_000),
      line: Array(bytes[start..<start + Self.lineBytes - 1]))
  }

  /// Returns the next bytes; nil at the end of input.
  private func read() -> [UInt8]? {
    let limit = 64 << 10
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = max(0, Glibc.read(STDIN_FILENO, buffer.baseAddress, limit))
    }
    return bytes.isEmpty ? nil : bytes
  }

  private func commit(_ events: [LoggedEvent]) throws {
    try log.pool.write { database in
      let statement = try database.cachedStatement(sql: "INSERT INTO event VALUES (?, ?, ?, ?, ?)")
      for event in events {
        try statement.execute(
          arguments: [
            event.sequence, "mlb/747175/bench/\(event.sequence)@1", event.game, event.logged.milliseconds,
            Data(event.line),
          ])
      }
    }
  }
}
