/// The state of a game in scoreboard and box score at a second: status, clock, score by period, timeouts and fouls.
struct NBAGameState {
  /// `gameStatus`: 1 scheduled, 2 live, 3 final.
  private(set) var status = 1
  /// `gameStatusText`.
  private(set) var text = ""
  private(set) var period = 0
  /// `gameClock`; empty before the game and after it.
  private(set) var clock = ""
  private(set) var score = PerSide(both: 0)
  /// The points of each period, at least four.
  private(set) var periods = PerSide(both: [0, 0, 0, 0])
  private(set) var timeouts = PerSide(both: 0)
  /// Personal fouls of the period.
  private(set) var fouls = PerSide(both: 0)
  private(set) var shown: [NBAPlayLog.Shown]

  init(_ game: SimulatedNBAGame, at time: Double) {
    shown = game.log.shown(at: time)
    guard let last = shown.last(where: { $0.action.kind != .memo }) else {
      text = game.isPostponed(at: time) ? "PPD" : EasternTime(game.start(at: time)).announcement
      return
    }
    (status, period, score) = (2, last.action.period, last.score)
    count()
    let isOver = shown.contains { $0.action.kind == .game }
    if isOver {
      text = "Final" + (period <= 4 ? "" : "/\(Self.name(period))")
      if game.finalTime <= time { status = 3 }
    } else {
      tell(last.action, game, at: time)
    }
  }

  /// `Q3`, `OT`, `OT2`.
  static func name(_ period: Int) -> String { period <= 4 ? "Q\(period)" : period == 5 ? "OT" : "OT\(period - 4)" }

  private mutating func count() {
    timeouts = PerSide(both: 7)
    let zeros = Array(repeating: 0, count: max(4, period))
    periods = PerSide(both: zeros)
    for one in shown {
      let action = one.action
      guard let side = action.side else { continue }
      periods[side][action.period - 1] += action.points
      if action.kind == .timeout { timeouts[side] = max(0, timeouts[side] - 1) }
      if action.kind == .foul, action.subType == "personal", action.period == period { fouls[side] += 1 }
    }
    for side in NBASide.allCases where period >= 4 { timeouts[side] = min(timeouts[side], period == 4 ? 4 : 2) }
  }

  private mutating func tell(_ last: NBAAction, _ game: SimulatedNBAGame, at time: Double) {
    let hasEnded = shown.contains {
      $0.action.kind == .period && $0.action.subType == "end" && $0.action.period == period
    }
    let tenths = hasEnded ? 0 : Self.running(last, game, at: time)
    clock = NBAAction.clockText(tenths)
    if hasEnded, period == 2 {
      text = "Half"
    } else if tenths < 600 {
      let seconds = NBAAction.twoDigits(tenths / 10)
      text = "\(Self.name(period)) :\(seconds).\(tenths % 10)"
    } else {
      text = "\(Self.name(period)) \(tenths / 600):\(NBAAction.twoDigits(tenths % 600 / 10))"
    }
  }

  /// The clock between two actions: it runs down, but not below the next action.
  private static func running(_ last: NBAAction, _ game: SimulatedNBAGame, at time: Double) -> Int {
    let stopping: Set<NBAAction.Kind> = [
      .timeout, .foul, .violation, .stoppage, .freeThrow, .substitution, .period, .instantReplay, .ejection,
    ]
    guard !stopping.contains(last.kind) else { return last.clock }
    let next = game.script.first { $0.period == last.period && $0.clock < last.clock }
    // Nine seconds is the usual way from the floor to the file.
    let elapsed = max(0, time - 9 - last.time)
    let tenths = max(next?.clock ?? 0, last.clock - Int(elapsed * 10))
    return tenths >= 600 ? tenths / 10 * 10 : tenths
  }

  /// Whether a period is played or about to be: then `inBonus` has a value, and `gameEt` its right offset.
  var isLive: Bool { status == 2 }

  /// `inBonus`: whether the other side has used up its fouls of the period.
  func bonus(of side: NBASide) -> JSON {
    guard isLive, !clock.isEmpty else { return .null }
    return fouls[side.other] > (period <= 4 ? 4 : 3) ? "1" : "0"
  }

  func periods(of side: NBASide) -> JSON {
    .array(
      periods[side].enumerated().map { number, points in
        [
          "period": .number(number + 1), "periodType": .string(NBAAction.periodType(number + 1)),
          "score": .number(points),
        ]
      })
  }
}
