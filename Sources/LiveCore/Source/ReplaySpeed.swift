/// How fast a source's clock runs beside ours, learnt from the revisions of a live game: 1 for the real one.
struct ReplaySpeed: Sendable {
  private var first: (feed: Timestamp, ours: Timestamp)?
  private var last: (feed: Timestamp, ours: Timestamp)?
  private var moves = 0
  /// Moves in a row that went further than any real feed does.
  private var leaps = 0
  /// Feed seconds in one of ours. Below 2 it is the real clock and the feed's own jitter.
  private(set) var speed = 1.0

  /// Fewer moves say nothing: one late answer would look like a leap.
  static let moves = 20
  /// A replay at high speed is over before that. No real feed gets so much further than our clock, and again and again:
  /// what it had held back would have to come in parts.
  static let leap: Duration = .seconds(30)
  static let leaps = 3
  /// No replay is faster. Ages of thousands of years can be multiplied with it.
  static let fastest = 100_000.0

  mutating func moved(to pulse: PollHints, at now: Timestamp) {
    guard pulse.phase == .live else {
      (first, last, moves, leaps) = (nil, nil, 0, 0)
      return
    }
    let start = first ?? (pulse.revision, now)
    first = start
    if let last, leaps < Self.leaps {
      leaps = (pulse.revision - last.feed) - (now - last.ours) > Self.leap ? leaps + 1 : 0
    }
    last = (pulse.revision, now)
    moves += 1
    let ours = (now - start.ours) / .seconds(1)
    guard moves > Self.moves || leaps >= Self.leaps, ours > 0 else { return }
    let ratio = (pulse.revision - start.feed) / .seconds(1) / ours
    speed = ratio < 2 ? 1 : min(ratio, Self.fastest)
  }
}
