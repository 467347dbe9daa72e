internal import LiveModel

/// Reads the whole play-by-play and drafts every fact in it, in the feed's order. The result depends only on the
/// arguments of `init`.
///
/// The table in `docs/events.md` states the rule for each kind of fact.
struct PlayByPlayReader {
  private let game: GameID
  private let info: NBAGameInfo
  private let names: [Int: String]
  private let actions: [NBAAction]
  private let final: NBAFinalRule.Verdict

  private var drafts: [BasketballDraft] = []
  private var lead = LeadTracker()
  private var lines = PlayerLines()
  private var watches = BasketballWatches()
  /// The last made field goal, which a foul may turn into three points or four.
  private var basket: NBAAction?
  /// Periods whose clutch watch has begun; it begins once in each.
  private var clutchPeriods: Set<Int> = []
  private var begun: Set<Int> = []
  private var ended: Set<Int> = []

  init(game: GameID, actions: [NBAAction], info: NBAGameInfo, names: [Int: String], final: NBAFinalRule.Verdict) {
    (self.game, self.actions, self.info) = (game, actions, info)
    (self.names, self.final) = (names, final)
  }

  consuming func facts() -> [BasketballDraft] {
    for action in actions {
      read(action)
      watchClutch(at: action)
    }
    if final != .notYet, let last = actions.last {
      for watch in watches.open { turn(watch, on: false, at: last) }
      drafts.append(finalDraft(last))
    }
    return drafts
  }

  private mutating func read(_ action: NBAAction) {
    let side = info.side(of: action.teamID)
    if action.type == "period", action.subType == "start" { begin(action) }
    let tags = lead.step(
      to: action.score, points: action.points, by: side, clock: action.clock, period: action.period)
    let player = person(action.playerID, action.playerName)
    let assist = action.points > 0 && action.isFieldGoal ? person(action.assistID ?? 0, action.assistName) : nil
    let steps = lines.take(action, player, assist: assist)
    let milestones = steps.flatMap(\.milestones)
    if action.isEvent || (action.type == "rebound" && !milestones.isEmpty) {
      draft(action, player, assist: assist, side, own(action) + tags, milestones)
    }
    for step in steps { watchPlayer(step, at: action) }
    if action.points > 0, action.isFieldGoal { basket = action }
    if action.type == "period", action.subType == "end" { end(action) }
  }

  private mutating func begin(_ action: NBAAction) {
    guard begun.insert(action.period).inserted else { return }
    let period = GamePeriod(action.period, clock: action.clock?.text)
    if drafts.isEmpty {
      drafts.append(
        BasketballDraft(
          fact: .status(.start, in: game), type: .status, time: action.time, period: period, score: .zero,
          importance: 3, tags: [.start], summary: "Tip-off: \(info.away.name) at \(info.home.name)"))
    }
    let opening = Tag.overtime(opening: action.period)
    drafts.append(
      BasketballDraft(
        fact: .start(ofPeriod: action.period, in: game), type: .period, time: action.time, period: period,
        score: action.score ?? lead.score, importance: action.period > 4 ? 3 : 1,
        tags: [.periodStart] + (opening.map { [$0] } ?? []),
        summary: BasketballSentence.periodStart(period, action.score ?? lead.score, info)))
  }

  private mutating func end(_ action: NBAAction) {
    guard ended.insert(action.period).inserted else { return }
    let period = GamePeriod(action.period, clock: action.clock?.text)
    drafts.append(
      BasketballDraft(
        fact: .end(ofPeriod: action.period, in: game), type: .period, time: action.time, period: period,
        score: lead.score, importance: 2, tags: [.periodEnd] + (action.period == 2 ? [.halftime] : []),
        summary: BasketballSentence.periodEnd(period, lead.score, info)))
  }

  private mutating func draft(
    _ action: NBAAction, _ player: Person?, assist: Person?, _ side: Side?, _ tags: [Tag], _ milestones: [Milestone]
  ) {
    let isPlay = action.points > 0
    let all = tags + milestones.map { Tag($0.kind) }.unique
    var draft = BasketballDraft(
      fact: .action(action.family.name, action.number, inPeriod: action.period, in: game),
      type: isPlay ? .play : .action, time: action.time,
      period: GamePeriod(action.period, clock: action.clock?.text), score: lead.score,
      play: BasketballPlay(action, player, assist: assist, side: side, milestones: milestones),
      players: participants(action, player, assist: assist),
      importance: BasketballImportance.of(all, period: action.period, family: action.family.importance), tags: all,
      summary: "", maySettle: !isPlay)
    draft.summary = BasketballSentence.action(draft, info)
    drafts.append(draft)
  }

  /// Returns the tags of the action's own content.
  private func own(_ action: NBAAction) -> [Tag] {
    var tags = [action.family.tag]
    func add(_ tag: Tag, when holds: Bool) { if holds { tags.append(tag) } }
    let detail = action.detail
    if action.isFieldGoal, action.isMade {
      tags.append(action.type == "3pt" ? .threePointer : .twoPointer)
      add(.dunk, when: detail.contains("dunk"))
      add(.layup, when: detail.contains("layup"))
      add(.putback, when: detail.contains("putback"))
      add(.alleyOop, when: detail.contains("alley"))
      add(.fastBreak, when: action.qualifiers.contains("fastbreak"))
      add(.buzzerBeater, when: action.isAtBuzzer)
    }
    switch action.type {
    case "freethrow": add(.technical, when: detail.contains("technical"))
    case "foul":
      add(.technical, when: action.isTechnical)
      add(.flagrant, when: action.isFlagrant)
      add(.andOne, when: isAndOne(action))
      add(.foulOut, when: action.personalFouls == 6 && !action.isTechnical)
    case "timeout": add(.challenge, when: action.subType == "challenge")
    case "instantreplay": add(.overturned, when: detail.contains("overturned"))
    default: break
    }
    return tags
  }

  /// Returns whether the foul was drawn by the scorer of the last basket, at the same time, with one free throw.
  private func isAndOne(_ foul: NBAAction) -> Bool {
    guard let basket, foul.descriptor == "shooting", foul.qualifiers.contains("1freethrow") else { return false }
    return foul.drawnID == basket.playerID && foul.clock == basket.clock && foul.period == basket.period
  }

  private func person(_ id: Int, _ name: String?) -> Person? {
    id > 0 ? Person(id: id, name: names[id] ?? name ?? "") : nil
  }

  private func participants(_ action: NBAAction, _ player: Person?, assist: Person?) -> [Participant] {
    var all: [Participant] = []
    if let player {
      let role: Participant.Role =
        action.type == "substitution"
        ? (action.subType == "in" ? .entering : .leaving) : action.family.role
      all.append(Participant(player, as: role))
    }
    if let assist { all.append(Participant(assist, as: .assist)) }
    if action.type == "foul", let drawn = person(action.drawnID ?? 0, action.drawnName) {
      all.append(Participant(drawn, as: .fouled))
    }
    return all
  }
}

/// Watches, and the game's end.
extension PlayByPlayReader {
  /// Opens the clutch watch at the first action in clutch time of a period, and closes it when more than five points are
  /// between the sides, or when the period is over.
  private mutating func watchClutch(at action: NBAAction) {
    guard action.type != "game" else { return }
    let watch = BasketballWatches.Watch(kind: .clutchTime)
    let isOver = action.type == "period" && action.subType == "end"
    let isClutch = !isOver && LeadTracker.isClutch(lead.score, action.clock, period: action.period)
    if isClutch {
      guard clutchPeriods.insert(action.period).inserted else { return }
      turn(watch, on: true, at: action)
    } else {
      turn(watch, on: false, at: action)
    }
  }

  private mutating func watchPlayer(_ step: PlayerLines.Step, at action: NBAAction) {
    turn(.init(kind: .fifty, player: step.player), on: step.isNearFifty, at: action)
    turn(.init(kind: .tripleDouble, player: step.player), on: step.isNearTripleDouble, at: action)
  }

  private mutating func turn(_ watch: BasketballWatches.Watch, on: Bool, at action: NBAAction) {
    guard let fact = watches.turn(watch, on: on, in: game) else { return }
    let period = GamePeriod(action.period, clock: action.clock?.text)
    drafts.append(
      BasketballDraft(
        fact: fact, type: .watch, time: action.time, period: period, score: lead.score,
        players: watch.player.map { [Participant($0, as: .player)] } ?? [],
        importance: on ? watch.kind.importance : 1, tags: [watch.kind.tag, on ? .started : .ended],
        summary: BasketballSentence.watch(watch, on: on, period, lead.score, info)))
  }

  private func finalDraft(_ last: NBAAction) -> BasketballDraft {
    let winner = decidingBasket
    var tags: [Tag] = [.final] + (lead.score.leader == nil ? [.tied] : [])
    if last.period > 4 { tags.append(.overtime) }
    if winner != nil { tags.append(.gameWinner) }
    if final == .unconfirmed { tags.append(.unconfirmed) }
    return BasketballDraft(
      fact: .status(.final, in: game), type: .status, time: last.time, period: GamePeriod(last.period),
      score: lead.score, players: winner.map { [Participant($0, as: .shooter)] } ?? [], importance: 4, tags: tags,
      summary: BasketballSentence.final(lead.score, periods: last.period, winner: winner, info))
  }

  /// The player of the basket or free throw in the last ten seconds after which the winner was never level again; nil
  /// if there is none.
  private var decidingBasket: Person? {
    guard let leader = lead.score.leader, let last = actions.last else { return nil }
    let ahead = drafts.last { draft in
      draft.type == .play && draft.tags.contains(.goAhead) && draft.play?.side == leader
    }
    guard let ahead, ahead.period?.number == last.period,
      let action = actions.last(where: { $0.number == ahead.play?.actionNumber }),
      let clock = action.clock, clock <= GameClock(hundredths: 1_000)
    else { return nil }
    return ahead.play?.player
  }
}

extension [Tag] {
  /// The tags, each once.
  fileprivate var unique: [Tag] {
    var seen: Set<Tag> = []
    return filter { seen.insert($0).inserted }
  }
}

extension BasketballPlay {
  init(_ action: NBAAction, _ player: Person?, assist: Person?, side: Side?, milestones: [Milestone]) {
    self.init(actionNumber: action.number, actionType: action.type)
    subType = action.subType.isEmpty ? nil : action.subType
    descriptor = action.descriptor.isEmpty ? nil : action.descriptor
    description = action.description
    points = action.points > 0 ? action.points : nil
    (self.side, self.player, self.assist) = (side, player, assist)
    value = action.value
    self.milestones = milestones.isEmpty ? nil : milestones
  }
}
