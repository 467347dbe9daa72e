internal import LiveModel

/// Decides whether the next request about a game may be a short one, and keeps the outline that its answer is compared
/// with. Pure.
///
/// Only a whole answer shows corrections of earlier parts of the game, so that one is due at least every `longest`.
struct ShortPolls<Outline: Sendable>: Sendable {
  /// The longest time between two whole answers of a live game, in seconds of the source.
  static var longest: Duration { .seconds(120) }
  /// The number of blank answers in a row after which the game gets no more short requests.
  static var mostBlanks: Int { 3 }

  private var outline: Outline?
  private var wholeAt: Timestamp?
  private var blanks = 0
  /// Whether a short answer has just shown that a whole one is needed.
  private(set) var isWholeWanted = false

  /// Returns the outline for a short request; nil if the next request must be whole. `now` is by the run's clock, and
  /// `speed` is the source's seconds per real second.
  func base(at now: Timestamp, speed: Double) -> Outline? {
    guard let outline, let wholeAt, blanks < Self.mostBlanks, (now - wholeAt) * speed < Self.longest else { return nil }
    return outline
  }

  /// Records a short answer that had something new, or was blank. The next request is whole, and comes at once.
  mutating func insufficient(isBlank: Bool) {
    blanks = isBlank ? blanks + 1 : 0
    forget()
    isWholeWanted = true
  }

  /// Records an accepted whole answer. Without an outline the next request is whole, too.
  mutating func accepted(_ outline: Outline?, at now: Timestamp) {
    (self.outline, wholeAt, isWholeWanted) = (outline, now, false)
  }

  /// Records a short answer with nothing new.
  mutating func unchanged(_ outline: Outline?) { (self.outline, blanks) = (outline, 0) }

  /// Makes the next request a whole one.
  mutating func forget() { (outline, wholeAt, isWholeWanted) = (nil, nil, false) }
}
