internal import LiveCore
internal import LiveModel
internal import LivePlatform

/// The newest corrections and retractions of the log. It remembers what it has read, because pages ask every two seconds.
final class RecentCorrections: Sendable {
  private struct State {
    var log: String?
    var cursor = 0
    var events: [SequencedEvent] = []
  }

  /// Events of the log that are read at first: a day with twenty games.
  private static let farthest = 3000
  private static let page = 1000
  /// Corrections that are kept.
  private static let most = 200

  private let state = Locked(State())

  /// Returns the corrections of the season's present day, in log order. Throws if the log cannot be read.
  func newest(of source: any PageSource, at now: Timestamp) async throws -> [SequencedEvent] {
    let (log, newest) = (source.log, source.newest)
    var cursor = state.withLock { $0.log == log ? $0.cursor : 0 }
    cursor = max(cursor, newest - Self.farthest)
    while cursor < newest {
      let extract = try await source.events(after: cursor, limit: Self.page)
      let found = extract.events.filter { [.corrected, .retracted].contains($0.event.data.change) }
      keep(found, of: log)
      guard extract.newest > cursor else { break }
      cursor = extract.newest
      state.withLock { $0.cursor = max($0.cursor, cursor) }
    }
    let today = CivilDate.ofSeason(at: now)
    return state.withLock(\.events).filter { CivilDate.ofSeason(at: $0.event.data.observedAt) == today }
  }

  /// Adds events. Another task may have added the same ones.
  private func keep(_ events: [SequencedEvent], of log: String) {
    state.withLock { state in
      if state.log != log { state = State(log: log) }
      let last = state.events.last?.sequence ?? 0
      state.events += events.filter { $0.sequence > last }
      state.events.removeFirst(max(0, state.events.count - Self.most))
    }
  }
}
