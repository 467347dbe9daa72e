@testable import LiveCore

/// What a daemon puts out on one connection at whatever pace, as lines: it may be so slow to read the request that it has
/// subscribed the client unasked before.
struct ModelDaemon {
  private struct Stream {
    var passes: (Int) -> Bool
    var cursor: Int
    /// Where `synced` is due; nil once it was said.
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

  /// The grace is over.
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

  /// The next line that it has for the client; nil when there is none but a heartbeat.
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
