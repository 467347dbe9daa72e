@testable import LiveCore

/// The far end of a session, without a socket: takes what there is, as far as it has room.
struct SessionEnd {
  var session: SubscriberSession
  /// How many bytes it takes before it blocks.
  var room = Int.max
  private(set) var taken: [UInt8] = []
  private var shown = 0

  init(_ session: SubscriberSession) { self.session = session }

  /// What it took since it was last asked: of events the sequence, of other lines the line.
  mutating func lines() -> [String] {
    defer { shown = taken.count }
    return String(decoding: taken[shown...], as: UTF8.self).split(separator: "\n").map { line in
      line.contains("\"specversion\"") ? (try? WatchLine(bytes: Array(line.utf8)).short) ?? "?" : String(line)
    }
  }

  /// Takes what is put out, but no events.
  mutating func take(at now: Duration = .zero) {
    let count = min(room, session.output.count)
    taken += session.output.pending.prefix(count)
    room -= count
    session.sent(count, at: now)
    session.setBlocked(!session.output.isEmpty, at: now)
  }

  /// Takes what is put out and what comes of the block behind it, until there is nothing more or no room.
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
  /// Lines of made-up events.
  init(_ sequences: some Sequence<Int>, tags: (Int) -> [String] = { _ in [] }) throws {
    self.init(try NumberedEvents.logged(sequences, tags: tags))
  }
}
