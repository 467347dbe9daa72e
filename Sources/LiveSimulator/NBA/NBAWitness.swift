/// Derives facts from the actions of a game by the rules of `shared/tools/nba/README.md`.
struct NBAWitness {
  private(set) var facts: [NBAFact] = []
  private var score = PerSide(both: 0)
  /// The side that was the last to lead.
  private var leader: NBASide?
  private var last: NBAAction?
  /// The last made basket.
  private var basket: NBAAction?
  private var lines: [Int: Line] = [:]
  /// Periods of which a clutch time has been told.
  private var clutch: Set<Int> = []
  private var isOver = false

  /// The counters of a player that make double doubles.
  private struct Line {
    var points = 0
    var rebounds = 0
    var assists = 0
    var steals = 0
    var blocks = 0

    var tens: Int { [points, rebounds, assists, steals, blocks].count { $0 >= 10 } }
  }

  mutating func see(_ action: NBAAction) {
    let before = score
    if let side = action.side { score[side] += action.points }
    last = action
    switch action.kind {
    case .period where action.subType == "start": startPeriod(action)
    case .twoPointer, .threePointer, .freeThrow: if action.isMade == true { seeBasket(action, before) }
    case .rebound: count(action.player, action) { $0.rebounds += 1 }
    case .steal:
      if action.player != nil { add("steal", action) }
      count(action.player, action) { $0.steals += 1 }
    case .block:
      if action.player != nil { add("block", action) }
      count(action.player, action) { $0.blocks += 1 }
    case .turnover: add("turnover", action)
    case .timeout:
      add("timeout", action)
      if action.subType == "challenge" { add("challenge", action) }
    case .instantReplay: add("instant_replay", action)
    case .foul: seeFoul(action)
    case .ejection: add("ejection", action)
    case .substitution: add("substitution", action)
    case .violation: add("violation", action)
    case .game: isOver = isOver || action.subType == "end"
    case .period, .jumpBall, .stoppage, .heave, .memo: break
    }
    seeClutch(action)
    if action.kind == .period, action.subType == "end" { add("period_end", action) }
  }

  /// Adds the final, if the game is over.
  mutating func finish() {
    guard isOver, let last else { return }
    add("final", last)
  }

  private mutating func add(_ kind: String, _ action: NBAAction, player: NBAPlayer? = nil) {
    facts.append(NBAFact(kind, action, score, player: player ?? action.player))
  }

  private mutating func startPeriod(_ action: NBAAction) {
    if facts.isEmpty { add("game_start", action) }
    add("period_start", action)
    if action.period == 5 { add("overtime", action) }
  }

  private mutating func seeBasket(_ action: NBAAction, _ before: PerSide<Int>) {
    add(action.kind == .freeThrow ? "free_throw" : "field_goal", action)
    if action.kind == .threePointer { add("three_pointer", action) }
    if action.kind != .freeThrow {
      let words = "\(action.subType ?? "") \(action.descriptor ?? "")".lowercased()
      if words.split(separator: " ").contains("dunk") { add("dunk", action) }
      if action.clock <= 5 { add("buzzer_beater", action) }
      basket = action
    }
    seeLead(action, before)
    count(action.player, action) { $0.points += action.points }
    if action.kind != .freeThrow { count(action.assist, action) { $0.assists += 1 } }
  }

  private mutating func seeLead(_ action: NBAAction, _ before: PerSide<Int>) {
    guard let side = action.side else { return }
    let (was, now) = (before[side] - before[side.other], score[side] - score[side.other])
    if now == 0, was != 0 { add("tie", action) }
    if was <= 0, now > 0 {
      add("go_ahead", action)
      if leader == side.other { add("lead_change", action) }
    }
    if now != 0 { leader = now > 0 ? side : side.other }
  }

  private mutating func seeFoul(_ action: NBAAction) {
    add("foul", action)
    if action.subType == "technical" { add("technical", action) }
    if action.descriptor?.hasPrefix("flagrant") == true { add("flagrant", action) }
    guard let basket, action.qualifiers.contains("1freethrow"), action.descriptor == "shooting",
      action.drawn != nil, action.drawn == basket.player, action.clock == basket.clock, action.period == basket.period
    else { return }
    add("and_one", action, player: basket.player)
  }

  /// Adds the milestones that a player reaches.
  private mutating func count(_ player: NBAPlayer?, _ action: NBAAction, _ change: (inout Line) -> Void) {
    guard let player else { return }
    var line = lines[player.id] ?? Line()
    let before = line
    change(&line)
    lines[player.id] = line
    let doubles = [(2, "double_double"), (3, "triple_double"), (4, "quadruple_double")]
    for (count, kind) in doubles where before.tens < count && line.tens >= count { add(kind, action, player: player) }
    for points in [50, 60, 70] where before.points < points && line.points >= points {
      add("points_\(points)", action, player: player)
    }
  }

  /// The clutch time of a period begins with its first action from five minutes on with at most five points between
  /// the sides.
  private mutating func seeClutch(_ action: NBAAction) {
    guard action.period >= 4, action.clock <= 3000, action.kind != .game, !clutch.contains(action.period),
      abs(score.home - score.away) <= 5, !(action.kind == .period && action.subType == "end")
    else { return }
    clutch.insert(action.period)
    add("clutch", action)
  }
}
