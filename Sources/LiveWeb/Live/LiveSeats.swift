internal import LivePlatform
internal import NIOCore

/// The open streams, and the signals that wake them.
///
/// A stream is a place in the log, not a queue: nothing waits in memory for a client that is slow. Bound: `most` streams.
final class LiveSeats: Sendable {
  private struct Seat {
    var waiter: CheckedContinuation<Void, Never>?
    /// The beginning of a write that has not ended.
    var writing: ContinuousClock.Instant?
    var isEnding = false
    let channel: any Channel
  }

  private struct State {
    var seats: [Int: Seat] = [:]
    var next = 0
    /// Counts the signals.
    var signals = 0
    var refused = 0
    var stalled = 0
    var isStopping = false

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      var taken: [CheckedContinuation<Void, Never>] = []
      for seat in seats.keys { if let waiter = seats[seat]?.waiter.take() { taken.append(waiter) } }
      return taken
    }
  }

  /// Numbers for the daemon's page.
  struct Counts: Equatable, Sendable {
    var open = 0
    /// Streams that found no place, and streams that were closed because they took nothing, since the start.
    var refused = 0, stalled = 0
  }

  /// The time that a write may still take when the server stops. On a busy machine, most writes that have not ended are not
  /// stuck.
  private static let lastWrite = TimeAmount.milliseconds(500)

  let most: Int
  private let state = Locked(State())
  /// Rises with each stream that takes a seat.
  private let arrivals = Watermark()

  init(most: Int) { self.most = most }

  var counts: Counts {
    state.withLock { Counts(open: $0.seats.count, refused: $0.refused, stalled: $0.stalled) }
  }

  /// Takes a seat for a stream on a connection; nil if all are taken.
  func enter(_ channel: any Channel) -> Int? {
    let seat: Int? = state.withLock { state in
      guard state.seats.count < most, !state.isStopping else {
        state.refused += 1
        return nil
      }
      state.next += 1
      state.seats[state.next] = Seat(channel: channel)
      return state.next
    }
    if let seat { arrivals.raise { max($0, seat) } }
    return seat
  }

  /// Waits until a stream is open, or the task is cancelled.
  func untilTaken() async {
    while !Task.isCancelled {
      let mark = arrivals.value
      guard counts.open == 0 else { return }
      _ = await arrivals.past(mark)
    }
  }

  /// Gives a seat back.
  func leave(_ seat: Int) { state.withLock { $0.seats.removeValue(forKey: seat)?.waiter }?.resume() }

  /// Ends a stream whose client has gone.
  func end(_ seat: Int) {
    let waiter = state.withLock { state in
      state.seats[seat]?.isEnding = true
      return state.seats[seat]?.waiter.take()
    }
    waiter?.resume()
  }

  /// Ends all streams. A stream that is stuck in a write loses its connection after a moment, because its
  /// task does not notice the stop.
  func stop() {
    let (waiters, writing) = state.withLock { state in
      state.isStopping = true
      for seat in state.seats.keys { state.seats[seat]?.isEnding = true }
      return (state.takeWaiters(), state.seats.values.filter { $0.writing != nil }.map(\.channel))
    }
    for waiter in waiters { waiter.resume() }
    for channel in writing {
      channel.eventLoop.scheduleTask(in: Self.lastWrite) { channel.close(promise: nil) }
    }
  }

  /// Whether the streams end because the server stops.
  var isStopping: Bool { state.withLock(\.isStopping) }

  /// Wakes all streams.
  func signal() {
    let waiters = state.withLock { state in
      state.signals += 1
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns the number of the next signal after `seen`, as soon as there is one; nil when the stream must end.
  func signal(after seen: Int, at seat: Int) async -> Int? {
    while true {
      let (signals, isEnding) = state.withLock { ($0.signals, $0.seats[seat]?.isEnding ?? true) }
      if isEnding { return nil }
      if signals > seen { return signals }
      await withCheckedContinuation { waiter in
        let isDue = state.withLock { state in
          guard let place = state.seats[seat], !place.isEnding, state.signals <= seen else { return true }
          state.seats[seat]?.waiter = waiter
          return false
        }
        if isDue { waiter.resume() }
      }
    }
  }

  /// Notes that a write begins or, with nil, has ended.
  func note(writing since: ContinuousClock.Instant?, at seat: Int) {
    state.withLock { $0.seats[seat]?.writing = since }
  }

  /// Closes the connections that have taken nothing for longer than `patience`.
  func closeStalled(after patience: Duration, at now: ContinuousClock.Instant = .now) {
    let stuck = state.withLock { state in
      let stalled = state.seats.filter { _, seat in
        !seat.isEnding && seat.writing.map { now - $0 > patience } ?? false
      }
      for seat in stalled.keys { state.seats[seat]?.isEnding = true }
      state.stalled += stalled.count
      return stalled.values.map(\.channel)
    }
    for channel in stuck { channel.close(promise: nil) }
  }
}
