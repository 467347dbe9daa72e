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
    while let goal = session.goal(newest: newest ?? block.newest) {
      if block.after > session.cursor {
        session.tellPruned(upTo: min(goal, block.after), at: now)
      } else if block.serves(session.cursor) {
        give(
          LineBatch(of: &block, after: session.cursor, through: min(goal, block.newest), for: session.filter), block,
          now)
      } else {
        return
      }
      if !session.isBlocked { take(at: now) }
    }
  }

  private mutating func give(_ batch: LineBatch, _ block: LineBlock, _ now: Duration) {
    let count = min(room, batch.count)
    taken += batch.runs.flatMap { block.bytes[$0] }.prefix(count)
    room -= count
    let place = batch.place(having: count, of: block)
    if place.cursor > session.cursor { session.took(through: place.cursor, rest: place.rest, at: now) }
    session.setBlocked(count < batch.count, at: now)
  }
}

extension LineBlock {
  /// Lines of made-up events.
  init(_ sequences: some Sequence<Int>, tags: (Int) -> [String] = { _ in [] }) throws {
    self.init(try NumberedEvents.logged(sequences, tags: tags))
  }
}
