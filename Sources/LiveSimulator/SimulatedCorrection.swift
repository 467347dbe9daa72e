/// Something that the feed first shows wrongly, or removes for a while. Its final content is right.
public struct SimulatedCorrection: Sendable {
  /// The kind of fault.
  public enum Kind: String, CaseIterable, Sendable {
    /// An error is shown as a hit at first.
    case hitToError
    /// A hit is shown as an error at first.
    case errorToHit
    /// A hit is shown as an error for a while.
    case hitToErrorAndBack
    /// A wrong number of runs batted in.
    case runsBattedIn
    /// A run is removed for a while, with every later score.
    case runTakenOff
    /// A run is shown that did not count.
    case runNeverCounted
    /// A plate appearance is listed twice; when it is removed, later `atBatIndex` decrease.
    case playRemoved
    /// An action that did not happen.
    case actionRemoved
    /// An action that appears late; later indexes within its play increase.
    case actionInserted
    /// A call on the field that a review overturns.
    case callOverturned
    /// The scorer's decision is pending.
    case rulingPending
    /// A hit or an error that changes after the game is Final.
    case afterFinal
  }

  /// The kind of fault.
  public let kind: Kind
  /// The final index of the plate appearance.
  public let atBatIndex: Int
  /// When the fault begins, in seconds since 1970.
  public let since: Double
  /// When the fault ends.
  public let time: Double
}

/// Permanent faults of a game's feed, and plays that it removes at the end.
public enum SimulatedAnomaly: String, CaseIterable, Sendable {
  /// Some plate appearances never enter the play log; the linescore counts them.
  case playsMissing
  /// The play log stops somewhere, and the linescore continues.
  case logStops
  /// There is a linescore and no play log.
  case noLog
  /// The status is final, in progress, and final again.
  case finalTakenBack
  /// A reviewed pitch is listed twice in its plate appearance, with one `playId`. Each entry is a fact.
  case pitchListedTwice
  /// Members that no fact depends on have a wrong type or an absurd number.
  case mistyped
  /// `startTimeTBD` stays true, also while the game is played.
  case startToBeDetermined

  /// The share of games with this fault.
  private var share: Double {
    switch self {
    case .playsMissing, .logStops: 0.02
    case .noLog: 0.01
    case .finalTakenBack, .pitchListedTwice: 0.03
    case .mistyped, .startToBeDetermined: 0.04
    }
  }

  /// Faults of which a game has at most one.
  private static let ofTheLog: [SimulatedAnomaly] = [.playsMissing, .logStops, .noLog]

  static func drawn(using dice: inout SplitMix64) -> Set<SimulatedAnomaly> {
    var drawn = Set(allCases.filter { dice.chance($0.share) })
    for other in ofTheLog.drop(while: { !drawn.contains($0) }).dropFirst() { drawn.remove(other) }
    return drawn
  }
}

/// The corrections of a game, drawn from its plays; they do not overlap.
struct CorrectionPlan {
  private(set) var corrections: [(correction: SimulatedCorrection, change: FeedChange)] = []
  private let day: GameDay
  private var dice: SplitMix64

  /// A `forced` kind is the only one used, if the game has a play for it.
  init(_ day: GameDay, forced: SimulatedCorrection.Kind?, dice: SplitMix64) {
    (self.day, self.dice) = (day, dice)
    for (index, review) in day.reviews.sorted(by: { $0.key < $1.key })
    where review.review.isOverturned && day.plays[index].calledOtherwise != nil {
      add(.callOverturned, play: index, from: day.plays[index].done, to: review.end, .otherCall(play: index))
    }
    if let forced {
      for _ in 0..<20 where !corrections.contains(where: { $0.correction.kind == forced }) { draw(forced) }
    } else if self.dice.chance(0.25) {
      for _ in 0..<self.dice.number(in: 1...3) {
        draw(SimulatedCorrection.Kind.allCases[self.dice.number(in: 0...SimulatedCorrection.Kind.allCases.count - 1)])
      }
    }
    corrections.sort { $0.correction.since < $1.correction.since }
  }

  private mutating func draw(_ kind: SimulatedCorrection.Kind) {
    switch kind {
    case .hitToError: rule(kind, .fieldError, as: .single, late: false)
    case .errorToHit: rule(kind, .single, as: .error, late: false)
    case .hitToErrorAndBack: rule(kind, .single, as: .error, late: true)
    case .rulingPending: rule(kind, dice.chance(0.5) ? .single : .fieldError, as: .pending, late: false)
    case .afterFinal: afterFinal()
    case .runsBattedIn:
      guard let play = pick(where: { $0.runsOnCompletion > 0 }) else { return }
      let runs = play.rbi > 0 && dice.chance(0.7) ? play.rbi - 1 : play.rbi + 1
      add(kind, play: play.index, for: 60...1200, .runsBattedIn(play: play.index, runs))
    case .runTakenOff:
      guard let play = pick(where: { $0.runsOnCompletion > 0 }) else { return }
      let change = FeedChange.score(from: play.index, isTop: play.isTop, by: -1)
      add(kind, play: play.index, after: 20...240, for: 60...300, change, isInPlay: true)
    case .runNeverCounted:
      guard let play = pick(where: { $0.result == .single || $0.result == .double }) else { return }
      let change = FeedChange.score(from: play.index, isTop: play.isTop, by: 1)
      add(kind, play: play.index, for: 60...300, change, isInPlay: true)
    case .playRemoved: repeatPlay()
    case .actionRemoved:
      guard let play = pick(where: { $0.events.count > 1 }) else { return }
      add(kind, play: play.index, after: 5...60, for: 60...600, .extraAction(play: play.index))
    case .actionInserted: insertAction()
    case .callOverturned: break
    }
  }

  private mutating func rule(
    _ kind: SimulatedCorrection.Kind, _ result: Outcome, as ruling: FeedChange.Ruling, late: Bool
  ) {
    guard let play = pick(where: { $0.result == result }) else { return }
    add(
      kind, play: play.index, after: late ? 60...600 : 0...0, for: 60...1500, .ruling(play: play.index, ruling))
  }

  private mutating func afterFinal() {
    let ruling: [Outcome: FeedChange.Ruling] = [.single: .error, .fieldError: .single]
    guard let play = pick(where: { ruling[$0.result] != nil && $0.inning >= 6 }), let other = ruling[play.result] else {
      return
    }
    let time = day.end + dice.seconds(in: 60...1800)
    add(.afterFinal, play: play.index, from: play.done, to: time, .ruling(play: play.index, other))
  }

  private mutating func repeatPlay() {
    let plays = day.plays
    let play = pick { play in
      plays.indices.contains(play.index + 1) && play.outsAfter < 3 && play.scoreBefore == play.scoreAfter
        && plays[play.index + 1].isTop == play.isTop && plays[play.index + 1].record == .whole
    }
    guard let play else { return }
    add(.playRemoved, play: play.index, for: 60...400, .extraPlay(after: play.index), isInPlay: true)
  }

  private mutating func insertAction() {
    func place(_ play: ScriptedPlay) -> Int? {
      play.events.indices.first { index in
        play.events[index].eventType != nil && !play.events[index].isScoring && !play.events[index].isOut
          && play.movements.allSatisfy { $0.event != index || $0.to != nil }
      }
    }
    guard let play = pick(where: { place($0) != nil }), let event = place(play) else { return }
    add(
      .actionInserted, play: play.index, from: play.events[event].time, to: play.done + dice.seconds(in: 30...600),
      .missingAction(play: play.index, event: event))
  }

  /// Picks one of the plays except the last two, which may end the game.
  private mutating func pick(where fits: (ScriptedPlay) -> Bool) -> ScriptedPlay? {
    let fitting = day.plays.dropLast(2).filter { play in
      play.record == .whole && day.reviews[play.index] == nil && fits(play)
    }
    return fitting.isEmpty ? nil : fitting[dice.number(in: 0...fitting.count - 1)]
  }

  private mutating func add(
    _ kind: SimulatedCorrection.Kind, play: Int, after: ClosedRange<Double> = 0...0, for span: ClosedRange<Double>,
    _ change: FeedChange, isInPlay: Bool = false
  ) {
    let since = day.plays[play].done + dice.seconds(in: after)
    let time = since + dice.seconds(in: span)
    // The score and the number of plays must be right again before the game is decided.
    guard !isInPlay || time < day.plays[day.plays.count - 2].start else { return }
    add(kind, play: play, from: since, to: time, change)
  }

  private mutating func add(
    _ kind: SimulatedCorrection.Kind, play: Int, from since: Double, to time: Double, _ change: FeedChange
  ) {
    guard corrections.allSatisfy({ time < $0.correction.since || $0.correction.time < since }) else { return }
    corrections.append(
      (SimulatedCorrection(kind: kind, atBatIndex: day.plays[play].atBatIndex, since: since, time: time), change))
  }
}
