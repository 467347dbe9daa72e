/// The statistics of both sides after some actions, as the box score counts them.
struct NBAGameLines {
  /// The statistics of a player or of a side.
  struct Line {
    var made = PerShot()
    var attempted = PerShot()
    var assists = 0
    var offensiveRebounds = 0
    var defensiveRebounds = 0
    var steals = 0
    var blocks = 0
    var blocksReceived = 0
    var turnovers = 0
    var fouls = 0
    var offensiveFouls = 0
    var technicals = 0
    var foulsDrawn = 0
    var fastBreak = PerResult()
    var paint = PerResult()
    var secondChance = PerResult()
    var fromTurnovers = 0
    /// Points of his side, and of the other, while he was on the floor.
    var plus = 0
    var minus = 0
    var tenths = 0
    var isPlayed = false

    var rebounds: Int { offensiveRebounds + defensiveRebounds }
    var points: Int { made.two * 2 + made.three * 3 + made.free }
  }

  /// Counts of shots by their value.
  struct PerShot {
    var two = 0
    var three = 0
    var free = 0

    mutating func add(_ kind: NBAAction.Kind) {
      switch kind {
      case .twoPointer: two += 1
      case .threePointer: three += 1
      default: free += 1
      }
    }
  }

  /// Shots of a kind, and the points that they gave, free throws included.
  struct PerResult {
    var made = 0
    var attempted = 0
    var points = 0
  }

  private(set) var players: [NBAPlayer: Line] = [:]
  private(set) var sides = PerSide(both: Line())
  /// Rebounds and turnovers of no player.
  private(set) var teamRebounds = PerSide(both: (offensive: 0, defensive: 0))
  private(set) var teamTurnovers = PerSide(both: 0)
  private(set) var heaves = PerSide(both: 0)
  private(set) var floor: PerSide<[NBAPlayer]>
  private(set) var flow = NBAGameFlow()
  private let rosters: PerSide<NBARoster>
  private var clock = (period: 1, tenths: 7200)

  init(_ actions: [NBAAction], rosters: PerSide<NBARoster>) {
    self.rosters = rosters
    floor = PerSide(home: rosters.home.starters, away: rosters.away.starters)
    if !actions.isEmpty {
      for side in NBASide.allCases { for player in floor[side] { players[player, default: Line()].isPlayed = true } }
    }
    for action in actions where action.kind != .memo { see(action) }
  }

  func line(of player: NBAPlayer) -> Line { players[player] ?? Line() }

  /// Returns the player with the most points; nil before anyone has played.
  func leader(of side: NBASide) -> (player: NBAPlayer, line: Line)? {
    rosters[side].active.map { ($0, line(of: $0)) }.max { ($0.1.points, -$0.0.id) < ($1.1.points, -$1.0.id) }
  }

  private mutating func see(_ action: NBAAction) {
    if action.period != clock.period { clock = (action.period, action.period <= 4 ? 7200 : 3000) }
    let elapsed = max(0, clock.tenths - action.clock)
    clock.tenths = action.clock
    flow.run(elapsed)
    for side in NBASide.allCases {
      sides[side].tenths += elapsed * 5
      for player in floor[side] { players[player, default: Line()].tenths += elapsed }
    }
    guard let side = action.side else { return }
    switch action.kind {
    case .twoPointer, .threePointer, .freeThrow: seeShot(action, side)
    case .heave: heaves[side] += 1
    case .substitution: exchange(action, side)
    default: seeOther(action, side)
    }
  }

  private mutating func exchange(_ action: NBAAction, _ side: NBASide) {
    guard let player = action.player else { return }
    players[player, default: Line()].isPlayed = true
    if action.subType == "out" { floor[side].removeAll { $0 == player } } else { floor[side].append(player) }
  }

  /// Changes the line of a player and that of his side.
  private mutating func change(_ player: NBAPlayer?, _ side: NBASide, _ change: (inout Line) -> Void) {
    guard let player else { return }
    change(&players[player, default: Line()])
    change(&sides[side])
  }

  private mutating func seeShot(_ action: NBAAction, _ side: NBASide) {
    let (isMade, points) = (action.isMade == true, action.points)
    change(action.player, side) { line in
      line.attempted.add(action.kind)
      if isMade { line.made.add(action.kind) }
      let isShot = action.kind.isFieldGoal
      func add(_ result: inout PerResult) {
        if isShot { result.attempted += 1 }
        if isShot, isMade { result.made += 1 }
        result.points += points
      }
      if action.qualifiers.contains("fastbreak") { add(&line.fastBreak) }
      if action.qualifiers.contains("pointsinthepaint") { add(&line.paint) }
      if action.qualifiers.contains("2ndchance") { add(&line.secondChance) }
      if action.qualifiers.contains("fromturnover") { line.fromTurnovers += points }
      if action.defender != nil { line.blocksReceived += 1 }
    }
    change(action.assist, side) { $0.assists += 1 }
    guard isMade else { return }
    for player in floor[side] { players[player, default: Line()].plus += points }
    for player in floor[side.other] { players[player, default: Line()].minus += points }
    flow.score(points, side)
  }

  private mutating func seeOther(_ action: NBAAction, _ side: NBASide) {
    switch action.kind {
    case .rebound where action.player == nil:
      if action.subType == "offensive" { teamRebounds[side].offensive += 1 } else { teamRebounds[side].defensive += 1 }
    case .rebound where action.subType == "offensive": change(action.player, side) { $0.offensiveRebounds += 1 }
    case .rebound: change(action.player, side) { $0.defensiveRebounds += 1 }
    case .turnover where action.player == nil: teamTurnovers[side] += 1
    case .turnover: change(action.player, side) { $0.turnovers += 1 }
    case .steal: change(action.player, side) { $0.steals += 1 }
    case .block: change(action.player, side) { $0.blocks += 1 }
    case .foul where action.subType == "technical": change(action.player, side) { $0.technicals += 1 }
    case .foul:
      change(action.player, side) {
        $0.fouls += 1
        if action.subType == "offensive" { $0.offensiveFouls += 1 }
      }
      change(action.drawn, side.other) { $0.foulsDrawn += 1 }
    default: break
    }
  }
}

/// How the score moved: leads, runs and ties.
struct NBAGameFlow {
  private(set) var biggestLead = PerSide(both: (points: 0, score: PerSide(both: 0)))
  private(set) var biggestRun = PerSide(both: (points: 0, score: PerSide(both: 0)))
  private(set) var leadChanges = 0
  private(set) var timesTied = 0
  /// Tenths of a second in the lead.
  private(set) var leading = PerSide(both: 0)
  private var score = PerSide(both: 0)
  private var run = PerSide(both: 0)
  private var leader: NBASide?

  mutating func run(_ tenths: Int) {
    if score.home > score.away { leading.home += tenths }
    if score.away > score.home { leading.away += tenths }
  }

  mutating func score(_ points: Int, _ side: NBASide) {
    score[side] += points
    run[side] += points
    run[side.other] = 0
    if run[side] > biggestRun[side].points { biggestRun[side] = (run[side], score) }
    let lead = score[side] - score[side.other]
    if lead == 0 { timesTied += 1 }
    guard lead > 0 else { return }
    if lead > biggestLead[side].points { biggestLead[side] = (lead, score) }
    if leader == side.other { leadChanges += 1 }
    leader = side
  }
}
