@testable import LiveCore

/// The lines that a daemon sends on one connection at any pace. It may read a request so late that it has already
/// subscribed the client by default.
struct ModelDaemon {
  private struct Stream {
    var passes: (Int) -> Bool
    var cursor: Int
    /// The sequence at which `synced` is due; nil after it was sent.
    var barrier: Int?
    var id: Int?
  }

  private(set) var newest: Int
  private let connectedAt: Int
  private var stream: Stream?
  private var hasSpoken = false

  init(newest: Int) { (self.newest, connectedAt) = (newest, newest) }

  var hello: String { #"{"op":"hello","protocol":1,"log":"aaaa","oldest":1,"newest":\#(connectedAt)}"# }

  mutating func log() { newest += 1 }

  /// Starts the implicit subscription at the end of the grace period.
  mutating func subscribeUnasked() {
    guard stream == nil, !hasSpoken else { return }
    stream = Stream(passes: { _ in true }, cursor: connectedAt, barrier: newest)
  }

  /// Reads a request.
  mutating func subscribe(after: Subscription.Start, id: Int, passes: @escaping (Int) -> Bool) {
    let isFirst = stream == nil
    hasSpoken = true
    let cursor =
      switch after {
      case .now: isFirst ? connectedAt : newest
      case .oldest: 0
      case .sequence(let sequence): sequence
      }
    stream = Stream(passes: passes, cursor: cursor, barrier: newest, id: id)
  }

  /// Returns the next line for the client; nil if there is none but a heartbeat.
  mutating func next() -> String? {
    while var current = stream {
      if let barrier = current.barrier, current.cursor >= barrier {
        current.barrier = nil
        stream = current
        return #"{"op":"synced","sequence":\#(barrier)\#(current.id.map { #","id":\#($0)"# } ?? "")}"#
      }
      guard current.cursor < newest else { return nil }
      current.cursor += 1
      stream = current
      if current.passes(current.cursor) { return ScriptedDaemon.Step.line(current.cursor) }
    }
    return nil
  }

  var heartbeat: String? { stream.map { #"{"op":"heartbeat","sequence":\#($0.cursor)}"# } }

  var closed: String? { stream.map { #"{"op":"closed","reason":"shutdown","resume_after":\#($0.cursor)}"# } }
}
