/// How fast a source's clock runs beside ours, learnt from the revisions of a live game: 1 for the real one.
struct SourcePace: Sendable {
  private var first: (feed: Timestamp, ours: Timestamp)?
  private var moves = 0
  /// Feed seconds in one of ours. Below 2 it is the real clock and the feed's own jitter.
  private(set) var speed = 1.0

  /// Fewer moves say nothing: one late answer would look like a leap.
  static let moves = 20

  mutating func moved(to pulse: Pulse, at now: Timestamp) {
    guard pulse.phase == .live else {
      (first, moves) = (nil, 0)
      return
    }
    let start = first ?? (pulse.revision, now)
    first = start
    moves += 1
    let ours = (now - start.ours) / .seconds(1)
    guard moves > Self.moves, ours > 0 else { return }
    let ratio = (pulse.revision - start.feed) / .seconds(1) / ours
    speed = ratio < 2 ? 1 : ratio
  }
}
