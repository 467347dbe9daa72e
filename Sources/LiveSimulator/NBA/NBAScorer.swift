/// Enters the actions of a game as people at the table do: in the order of their numbers, some of them late, some wrong
/// at first, with gaps and actions that are taken out again.
struct NBAScorer {
  /// How an action stands from one second on.
  struct Version: Sendable {
    var since: Double
    /// Nil for an action that is not there.
    var action: NBAAction?
  }

  /// One action of the list, in its versions.
  struct Entry: Sendable {
    var versions: [Version]
    /// The position in the script; nil for an action that did not happen.
    var place: Int?
  }

  /// The script with final numbers and times of edits.
  private(set) var script: [NBAAction]
  /// In the order of the list.
  private(set) var entries: [Entry] = []
  private(set) var corrections: [NBACorrection] = []
  private var dice: SplitMix64
  private let rosters: PerSide<NBARoster>
  private let isPlain: Bool
  private let anomalies: Set<NBAAnomaly>
  /// A kind of which there is at least one, if the game has an action for it.
  private let forced: NBACorrection.Kind?
  /// When each action is entered; late entries are later than they happened.
  private var entered: [Double] = []
  /// When each action is seen.
  private var visible: [Double] = []
  /// The place, the first number, and when the final number replaces it.
  private var renumbering: (place: Int, number: Int, time: Double)?
  /// Numbers that no action of the end has, with the place of the action before.
  private var gaps: [(number: Int, after: Int)] = []

  /// Seconds from an action to the answer that has it.
  private static let lag = 9.0

  init(
    _ script: [NBAAction], rosters: PerSide<NBARoster>, isPlain: Bool, anomalies: Set<NBAAnomaly>,
    forced: NBACorrection.Kind?, dice: SplitMix64
  ) {
    (self.script, self.rosters, self.isPlain) = (script, rosters, isPlain)
    (self.anomalies, self.forced, self.dice) = (anomalies, forced, dice)
    chooseLateEntries()
    number()
    order()
    edit()
    removeActions()
    entries.sort { ($0.versions[0].action?.order ?? 0) < ($1.versions[0].action?.order ?? 0) }
    corrections.sort { ($0.time, $0.action) < ($1.time, $1.action) }
  }

  private var end: Double { script.last?.time ?? 0 }

  /// When the last action of the game is seen.
  var finished: Double { visible.last ?? 0 }

  /// When the file is written for the last time, about two hours after the end, as each captured one.
  var written: Double { (end + 7350).rounded() }

  private func canBeLate(_ action: NBAAction) -> Bool {
    switch action.kind {
    case .block, .rebound, .substitution, .steal: true
    case .threePointer, .freeThrow: action.isMade == true
    default: false
    }
  }

  private mutating func chooseLateEntries() {
    entered = script.map(\.time)
    guard !isPlain else { return }
    for place in script.indices.dropFirst(6) where canBeLate(script[place]) && dice.chance(0.032) {
      // Half of them within 194 seconds, at most after 36 minutes.
      let delay = dice.chance(0.5) ? dice.seconds(in: 8...194) : dice.seconds(in: 194...2160)
      entered[place] = max(script[place].time, min(script[place].time + delay, end - 30))
    }
    if forced == .lateEntry, let place = pick(where: { $0.kind == .threePointer && $0.isMade == true }) {
      entered[place] = max(script[place].time, min(script[place].time + 100, end - 30))
    }
    if forced == .renumbered || dice.chance(0.2) {
      let place = pick { ($0.kind.isFieldGoal && $0.isMade == true) || $0.kind == .turnover }
      if let place, script[place].time < end - 300 {
        renumbering = (place, 0, script[place].time + dice.seconds(in: 20...200))
      }
    }
  }

  /// Returns an action well inside of the game.
  private mutating func pick(where fits: (NBAAction) -> Bool) -> Int? {
    pick(of: script.indices.filter { fits(script[$0]) && entered[$0] == script[$0].time })
  }

  private mutating func pick(of candidates: [Int]) -> Int? {
    let places = candidates.filter { (10..<script.count - 60).contains($0) }
    return places.isEmpty ? nil : dice.pick(Array(places))
  }

  /// One moment at which somebody enters an action.
  private struct Moment {
    var time: Double
    var place: Int
    /// Whether the action already had a number, which it loses.
    var isSecond = false
  }

  /// Numbers go by the order of creation, and an action is never seen before one with a smaller number.
  private mutating func number() {
    var moments = script.indices.map { Moment(time: entered[$0], place: $0) }
    if let renumbering { moments.append(Moment(time: renumbering.time, place: renumbering.place, isSecond: true)) }
    moments.sort { ($0.time, $0.place) < ($1.time, $1.place) }
    visible = Array(repeating: 0, count: script.count)
    var (next, created, seen) = (2, -Double.infinity, -Double.infinity)
    for moment in moments {
      created = max(created, moment.time)
      seen = max(seen, created + Self.lag * dice.seconds(in: 0.6...1.4))
      let place = moment.place
      if moment.isSecond {
        renumbering = renumbering.map { ($0.place, script[place].number, max(seen, visible[place] + 5).rounded(.up)) }
      } else {
        visible[place] = seen.rounded(.up)
      }
      script[place].number = next
      next += 1
      while dice.chance(gapShare(script[place])) {
        gaps.append((next, place))
        next += 1
      }
    }
  }

  private func gapShare(_ action: NBAAction) -> Double {
    switch action.kind {
    case .period: 0.5
    case .foul: 0.5
    case .twoPointer, .threePointer: action.isMade == true ? 0.36 : 0.08
    case .timeout: 0.3
    default: 0.05
    }
  }

  /// Late entries get an order between those of their neighbours.
  private mutating func order() {
    var base = 10_000
    var last = 10_000
    for place in script.indices {
      if entered[place] == script[place].time {
        base += 10_000
        last = base
      } else {
        last += (base + 10_000 - last) / 2
      }
      script[place].order = anomalies.contains(.newNumbering) ? 510_000_351 + last * 13 : last
    }
  }

  private mutating func edit() {
    for place in script.indices {
      if !isPlain, anomalies.contains(.timeGoesBack), script[place].player != nil, dice.chance(0.004) {
        script[place].time -= dice.seconds(in: 3...45).rounded()
      }
      script[place].edited = edited(place)
      entries.append(Entry(versions: versions(of: place), place: place))
      if entered[place] > script[place].time + 60 {
        note(.lateEntry, script[place].number, since: script[place].time, until: visible[place])
      }
    }
    force()
  }

  private mutating func note(_ kind: NBACorrection.Kind, _ number: Int, since: Double, until: Double) {
    corrections.append(NBACorrection(kind: kind, action: number, since: since, time: until))
  }

  /// Half of all actions are edited within seconds, some hours later, but at most 98 minutes after the end.
  private mutating func edited(_ place: Int) -> Double {
    let action = script[place]
    guard !isPlain, action.player != nil else { return max(action.time, entered[place]).rounded(.down) }
    let lag: Double
    switch dice.index(weights: [0.5, 0.25, 0.15, 0.05, 0.05]) {
    case 0: lag = dice.seconds(in: -1...6.5)
    case 1: lag = dice.seconds(in: 6.5...22)
    case 2: lag = dice.seconds(in: 22...167)
    case 3: lag = dice.seconds(in: 167...360)
    default: lag = dice.seconds(in: 360...12_600)
    }
    return min(entered[place] + lag, end + 5880).rounded(.down)
  }

  private mutating func versions(of place: Int) -> [Version] {
    let action = script[place]
    let seen = visible[place]
    if let renumbering, renumbering.place == place {
      var first = action
      first.number = renumbering.number
      note(.renumbered, action.number, since: seen, until: renumbering.time)
      return [Version(since: seen, action: first), Version(since: renumbering.time, action: action)]
    }
    let fixed = (action.edited + Self.lag * 0.5).rounded(.up)
    guard !isPlain, fixed >= seen + 4 else { return [Version(since: seen, action: action)] }
    var first = action
    first.edited = min(action.edited - 1, action.time.rounded(.down))
    if let kind = mistake(in: action, isAfterEnd: action.edited > end) {
      spoil(&first, kind)
      note(action.edited > end ? .afterEnd : kind, action.number, since: seen, until: fixed)
    }
    return [Version(since: seen, action: first), Version(since: fixed, action: action)]
  }

  /// Returns what is wrong in the first version of an action that is edited later; mostly nothing that is a fact.
  private mutating func mistake(in action: NBAAction, isAfterEnd: Bool) -> NBACorrection.Kind? {
    if dice.chance(isAfterEnd ? 0.02 : 0.05) {
      let kinds = action.possibleMistakes(isAfterEnd: isAfterEnd)
      return kinds.isEmpty ? nil : dice.pick(kinds)
    }
    return action.assist != nil && dice.chance(0.5) ? .assistAdded : nil
  }

  private mutating func spoil(_ action: inout NBAAction, _ kind: NBACorrection.Kind) {
    action.spoil(kind, team: action.side.map { rosters[$0].starters } ?? [], using: &dice)
  }

  /// Makes the requested correction, if an action allows it and none is there.
  private mutating func force() {
    guard let forced, !corrections.contains(where: { $0.kind == forced }) else { return }
    let fits = script.indices.filter { place in
      switch forced {
      case .assistAdded, .afterEnd: script[place].assist != nil
      default: script[place].possibleMistakes(isAfterEnd: false).contains(forced)
      }
    }
    let place = pick(of: fits.filter { entries[$0].versions.count == 1 })
    guard let place else { return }
    var first = script[place]
    first.edited = first.time.rounded(.down) - 1
    script[place].edited = forced == .afterEnd ? (end + 1200).rounded(.down) : (visible[place] + 60).rounded(.down)
    let fixed = (script[place].edited + 5).rounded(.up)
    spoil(&first, forced)
    note(forced, first.number, since: visible[place], until: fixed)
    entries[place].versions = [
      Version(since: visible[place], action: first), Version(since: fixed, action: script[place]),
    ]
  }

  private mutating func removeActions() {
    guard !isPlain else { return }
    let kinds: Set<NBAAction.Kind> = [.twoPointer, .threePointer, .foul, .turnover, .rebound]
    var orders = Set(script.map(\.order))
    for (index, gap) in gaps.enumerated() where kinds.contains(script[gap.after].kind) {
      let isForced = forced == .removed && index == gaps.count / 3
      guard isForced || dice.chance(0.03), renumbering?.place != gap.after, visible[gap.after] < end - 120 else {
        continue
      }
      var ghost = script[gap.after]
      ghost.number = gap.number
      ghost.order += 3000
      guard orders.insert(ghost.order).inserted else { continue }
      let since = (visible[gap.after] + dice.seconds(in: 1...6)).rounded(.up)
      let until = (since + (dice.chance(0.5) ? dice.seconds(in: 5...25) : dice.seconds(in: 25...90))).rounded(.up)
      note(.removed, gap.number, since: since, until: until)
      entries.append(Entry(versions: [Version(since: since, action: ghost), Version(since: until, action: nil)]))
    }
  }
}
