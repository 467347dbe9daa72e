/// `liveData.plays` over a game. Every completed play is encoded once, and again for each of its faults.
struct PlayLog: Sendable {
  /// The plays in their final form.
  let plays: [ScriptedPlay]
  let reviews: [Int: PlayReview]
  /// Sorted by time; they do not overlap.
  private let changes: [(correction: SimulatedCorrection, change: FeedChange)]
  private let habits: FeedHabits?
  private let mistyping: Mistyping?
  private var written: [[UInt8]] = []
  /// The old plays with other times, as they are from `habits.rewritten` on.
  private var rewritten: [[UInt8]] = []
  /// For each change, the completed plays that it affects, by their final index.
  private var changed: [[Int: [UInt8]]] = []

  private let visits: [(time: Double, isAway: Bool)]
  /// Every review with the second from which its end is known.
  private let reviewed: [(time: Double, review: Review)]

  /// A play as it is shown at a second; one without a record has no document.
  struct Shown {
    var play: ScriptedPlay
    var document: JSON
    /// The score of the linescore.
    var score: ScriptedPlay.Runs
    var isHit: Bool
  }

  /// Encodes the plays. `mistyping`, if given, changes members on which no fact depends.
  init(
    _ plays: [ScriptedPlay], _ reviews: [Int: PlayReview] = [:], _ plan: CorrectionPlan? = nil,
    _ habits: FeedHabits? = nil, _ mistyping: Mistyping? = nil
  ) {
    (self.plays, self.reviews, changes) = (plays, reviews, plan?.corrections ?? [])
    (self.habits, self.mistyping) = (habits, mistyping)
    visits = plays.flatMap { play in
      play.events.filter { $0.eventType == "mound_visit" }.map { (time: $0.time, isAway: !play.isTop) }
    }
    reviewed = plays.flatMap { play in
      let end = reviews[play.index]?.end ?? play.done
      return play.events.compactMap { event in event.review.map { (event.time, $0) } }
        + (play.review.map { [(end, $0)] } ?? [])
    }
    written = plays.map { document(of: $0, at: .infinity, as: $0.index).bytes }
    if let habits {
      rewritten = plays.prefix(habits.rewrittenCount).map {
        document(of: habits.rewritten($0), at: .infinity, as: $0.index).bytes
      }
    }
    changed = changes.map { correction, change in
      let touched = plays.filter { change.touches($0.index) && $0.start < correction.time }
      return Dictionary(uniqueKeysWithValues: touched.map { ($0.index, changedDocument(of: $0, change).bytes) })
    }
  }

  /// Every second at which the log changes.
  var moments: [Double] {
    plays.flatMap { [$0.start] + $0.events.map(\.time) + [$0.done] } + reviews.values.map(\.end)
      + changes.flatMap { [$0.correction.since, $0.correction.time] } + (habits?.moments ?? [])
  }

  /// Returns the mound visits to one side's pitchers.
  func moundVisits(ofAway isAway: Bool, until time: Double) -> Int {
    let seen = visits.partitioningIndex { $0.time > time }
    return visits[..<seen].count { $0.isAway == isAway }
  }

  /// Returns how many challenges of pitches or of calls a club has won and lost.
  func challenges(of club: Club, ofPitches: Bool, until time: Double) -> (right: Int, wrong: Int) {
    let own = reviewed.lazy.filter { known, review in
      known <= time && review.club?.id == club.id && (review.type == "MJ") == ofPitches
    }
    let right = own.count { $0.review.isOverturned }
    return (right, own.count { _ in true } - right)
  }

  func shown(at time: Double) -> [Shown] {
    let count = plays.partitioningIndex { $0.start > time }
    let active = changes.firstIndex { $0.correction.since <= time && time < $0.correction.time }
    var shown: [Shown] = []
    shown.reserveCapacity(count + 1)
    for index in 0..<count {
      if plays[index].record == .none {
        shown.append(show(unrecorded(index, active), .null, index, at: time))
      } else if let active, changes[active].change.touches(index) {
        shown.append(wrong(index, active, at: time))
      } else {
        shown.append(show(plays[index], right(index, at: time), index, at: time))
      }
      if let active, case .extraPlay(index) = changes[active].change { shown.append(repeated(plays[index])) }
    }
    return shown
  }

  /// Returns a play that only the linescore shows.
  private func unrecorded(_ index: Int, _ active: Int?) -> ScriptedPlay {
    guard let active, changes[active].change.touches(index) else { return plays[index] }
    return changes[active].change.applied(to: plays[index])
  }

  private func right(_ index: Int, at time: Double) -> JSON {
    guard plays[index].done <= time, reviews[index].map({ $0.end <= time }) ?? true else {
      return document(of: plays[index], at: time, as: index)
    }
    if let habits, index < habits.rewrittenCount, habits.rewritten <= time { return .written(rewritten[index]) }
    return .written(written[index])
  }

  private func wrong(_ index: Int, _ active: Int, at time: Double) -> Shown {
    let change = changes[active].change
    let play = change.applied(to: plays[index])
    if plays[index].done <= time, reviews[index].map({ $0.end <= time }) ?? true,
      let bytes = changed[active][index]
    {
      return show(play, .written(bytes), index, at: time)
    }
    var document = document(of: play, at: time, as: index)
    if play.done <= time { document = change.applied(to: document, of: plays[index]) }
    return show(play, document, index, at: time)
  }

  private func show(_ play: ScriptedPlay, _ document: JSON, _ index: Int, at time: Double) -> Shown {
    let score = habits?.linescore(of: play, as: index, at: time) ?? play.score(at: time)
    let isHit = play.done <= time && play.result.isHit
    return Shown(play: play, document: document, score: score, isHit: isHit)
  }

  private func changedDocument(of play: ScriptedPlay, _ change: FeedChange) -> JSON {
    change.applied(to: document(of: change.applied(to: play), at: .infinity, as: play.index), of: play)
  }

  /// Returns the plate appearance once more, as a scorer enters it twice: without pitches and without runs.
  private func repeated(_ play: ScriptedPlay) -> Shown {
    var copy = play
    copy.index += 1
    (copy.events, copy.review) = ([], nil)
    copy.start = play.done
    copy.scoreBefore = play.scoreAfter
    copy.movements = copy.movements.filter { $0.from == 0 }.map {
      var movement = $0
      (movement.event, movement.credits) = (0, [])
      return movement
    }
    let document = PlayDocument(play: copy, time: .infinity).json
    return Shown(play: copy, document: document, score: copy.scoreAfter, isHit: false)
  }

  /// Returns the document of a play; `index` is its final one.
  private func document(of play: ScriptedPlay, at time: Double, as index: Int) -> JSON {
    var document = PlayDocument(play: play, time: time).json
    if let mistyping { document = mistyping.applied(to: document, of: index) }
    if play.done > time, play.record == .whole, let habits {
      document = habits.applied(to: document, of: play, as: index, at: time)
    }
    guard play.done <= time, let review = reviews[index], time < review.end else { return document }
    return review.applied(to: document)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index for which the predicate is true; it must be false for all earlier ones.
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
