internal import LiveModel

/// Decides whether the next request about a game may be a short one, and keeps the snapshot that its answer continues.
/// Pure.
///
/// Only a whole answer shows corrections of earlier parts of the game, so that one is due at least every `longest`.
struct ShortPolls<Snapshot: Sendable>: Sendable {
  /// A snapshot with all plays, and whether a whole answer gave it.
  struct Completed: Sendable {
    var snapshot: Snapshot
    var isWhole: Bool
  }

  /// The longest time between two whole answers of a live game, in seconds of the source.
  static var longest: Duration { .seconds(60) }
  /// The number of blank answers in a row after which the game gets no more short requests.
  static var mostBlanks: Int { 3 }

  private var last: Snapshot?
  private var wholeAt: Timestamp?
  private var blanks = 0
  /// Whether a short answer has just shown that a whole one is needed.
  private(set) var isWholeWanted = false

  /// Returns the snapshot that a short answer would continue; nil if the next request must be whole. `now` is by the
  /// run's clock, and `speed` is the source's seconds per real second.
  func base(at now: Timestamp, speed: Double) -> Snapshot? {
    guard let last, let wholeAt, blanks < Self.mostBlanks, (now - wholeAt) * speed < Self.longest else { return nil }
    return last
  }

  /// Returns the snapshot after a short answer; nil if a whole answer is needed, which is then requested at once.
  mutating func completed(_ answer: ShortAnswer<Snapshot>) -> Completed? {
    if case .blank = answer { blanks += 1 } else { blanks = 0 }
    switch answer {
    case .continued(let snapshot): return Completed(snapshot: snapshot, isWhole: false)
    case .whole(let snapshot): return Completed(snapshot: snapshot, isWhole: true)
    case .changed, .blank:
      forget()
      isWholeWanted = true
      return nil
    }
  }

  /// Records an accepted answer of a live game.
  mutating func accepted(_ answer: Completed, at now: Timestamp) {
    last = answer.snapshot
    if answer.isWhole { wholeAt = now }
    isWholeWanted = false
  }

  /// Makes the next request a whole one.
  mutating func forget() { (last, wholeAt, isWholeWanted) = (nil, nil, false) }
}
