internal import LiveModel

/// The tags of a plate appearance's own result. `RunningScore` adds those that depend on the score.
enum PlayTags {
  static let hits: Set<String> = ["single", "double", "triple", "home_run"]

  static func tags(of play: Play, runs: Int) -> [Tag] {
    guard let eventType = play.result.eventType, !eventType.isEmpty else { return [] }
    var tags = Tag.own(eventType)
    func add(_ tag: Tag, when holds: Bool) { if holds, !tags.contains(tag) { tags.append(tag) } }
    add(.strikeout, when: eventType.hasPrefix("strikeout") || eventType == "strike_out")
    add(.hit, when: hits.contains(eventType))
    add(.grandSlam, when: eventType == "home_run" && runs == 4)
    add(.doublePlay, when: eventType.hasBytes(of: "double_play"))
    add(.triplePlay, when: eventType.hasBytes(of: "triple_play"))
    add(.caughtStealing, when: isCaughtStealing(eventType, in: play))
    add(.out, when: play.runners.contains { $0.isOut && $0.runner.id == play.batter.id })
    add(.error, when: play.hasError(on: nil))
    return tags + reviewed(play.reviews)
  }

  /// Returns the tags of an action besides those of its family.
  static func tags(of action: Action, in play: Play) -> [Tag] {
    (action.isAction && play.hasError(on: action.index) ? [.error] : []) + reviewed(action.reviews)
  }

  private static func reviewed(_ reviews: [Review]) -> [Tag] {
    var tags: [Tag] = []
    if reviews.contains(where: { !$0.isABSChallenge }) { tags.append(.review) }
    if reviews.contains(where: \.isABSChallenge) { tags.append(.absChallenge) }
    if reviews.contains(where: \.isOverturned) { tags.append(.overturned) }
    return tags
  }

  /// Returns false if an action of the play reports the caught stealing. The action then has the tag, so that it names
  /// one fact.
  private static func isCaughtStealing(_ eventType: String, in play: Play) -> Bool {
    eventType.hasBytes(of: "caught_stealing") && !play.actions.contains { $0.eventType.hasBytes(of: "caught_stealing") }
  }
}

extension Play {
  /// Returns whether a fielder was charged with an error on the action of that index; nil means outside any action.
  fileprivate func hasError(on action: Int?) -> Bool {
    let actionIndexes = Set(actions.filter(\.isAction).map(\.index))
    return runners.contains { movement in
      let place = movement.playIndex.flatMap { actionIndexes.contains($0) ? $0 : nil }
      return place == action && movement.credits.contains { $0.kind.hasBytes(of: "error") }
    }
  }
}

/// The group of an action's `eventType`: the name in its fact, its additional tags and its importance.
///
/// A scorer may change an action's code to another one of its family; the fact stays the same. An `eventType` outside
/// the table is a family of its own.
struct ActionFamily: Equatable, Sendable {
  var name: String
  private var tags: [Tag]
  var importance: Int

  /// - Parameter eventType: a code of `/api/v1/eventTypes`.
  init(_ eventType: String) {
    self =
      Self.table.first { row in row.prefixes.contains { eventType.hasPrefix($0) } }?.family
      ?? Self(name: Self.isPlain(eventType) ? eventType : "action")
  }

  /// Returns whether the code is safe in a fact: 1 to 64 lower-case letters, digits and underscores.
  private static func isPlain(_ eventType: String) -> Bool {
    (1...64).contains(eventType.utf8.count)
      && eventType.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  private init(name: String, tags: [Tag] = [], importance: Int = 1) {
    (self.name, self.tags, self.importance) = (name, tags, importance)
  }

  /// Returns the `eventType` as a tag, followed by the family's tags.
  func tags(for eventType: String) -> [Tag] {
    let caught: [Tag] = eventType.hasBytes(of: "caught_stealing") ? [.caughtStealing] : []
    return (Tag.own(eventType) + tags + caught).reduce(into: []) { list, tag in
      if !list.contains(tag) { list.append(tag) }
    }
  }

  private static let table: [(prefixes: [String], family: ActionFamily)] = [
    (["stolen_base"], Self(name: "runner", tags: [.stolenBase], importance: 2)),
    (["caught_stealing", "cs_double_play"], Self(name: "runner", importance: 2)),
    (["defensive_indiff"], Self(name: "runner")),
    (["pickoff"], Self(name: "pickoff", tags: [.pickoff], importance: 2)),
    (["pitching_substitution", "pitcher_switch"], Self(name: "pitcher", tags: [.pitchingChange], importance: 2)),
    (
      ["offensive_substitution", "defensive_substitution", "defensive_switch"],
      Self(name: "substitution", tags: [.substitution])
    ),
    (["ejection"], Self(name: "ejection", importance: 3)),
    (["injury"], Self(name: "injury", importance: 2)),
    (["wild_pitch", "passed_ball"], Self(name: "wild_pitch", importance: 2)),
    (
      ["batter_timeout", "game_advisory", "at_bat_start", "batter_turn", "no_pitch", "pitcher_step_off"],
      Self(name: "advisory", importance: 0)
    ),
  ]
}

extension Tag {
  /// Returns the feed's code as a tag, or nothing for the tags that a rule of their own decides. For example, `error`
  /// is also an `eventType`, but the tag means that a fielder was charged with an error.
  static func own(_ eventType: String) -> [Tag] {
    let tag = Tag(rawValue: eventType)
    return eventType.isEmpty || ruled.contains(tag) ? [] : [tag]
  }

  private static let ruled: Set<Tag> = [
    .error, .review, .absChallenge, .overturned, .scoring, .tie, .goAhead, .leadChange, .walkOff, .basesLoaded, .hit,
    .out, .grandSlam, .cycle, .immaculateInning, .caughtStealing, .stolenBase, .substitution, .pitchingChange,
    .doublePlay, .triplePlay, .strikeout,
  ]
}

/// How much an event matters to a follower of the game, from 0 to 4.
enum Importance {
  static func of(_ tags: [Tag]) -> Int { tags.map { table[$0] ?? 0 }.max() ?? 0 }

  private static let table: [Tag: Int] = [
    .walkOff: 4, .leadChange: 4, Tag(rawValue: "home_run"): 4, .triplePlay: 4,
    .scoring: 3, .tie: 3, .goAhead: 3, .basesLoaded: 3,
    .hit: 2, .doublePlay: 2,
  ]
}

/// The score along the play log, and the meaning of each change.
struct RunningScore: Sendable {
  private(set) var score = Score.zero
  /// The last side in the lead, kept across a tie.
  private var lastLeader: Side?

  /// The runs of one step and the tags that they give.
  struct Step: Equatable, Sendable {
    var runs: Int
    var tags: [Tag]
  }

  /// Applies the score that the feed states after a plate appearance or an action; nil leaves the score unchanged.
  /// `flagged` says whether the feed calls it a scoring play, which the feed does not do for all of them. From inning
  /// `endsAGameFrom` on, a home lead taken by the last play of the log ends the game; it is nil for any earlier play.
  mutating func step(to stated: Score?, flagged: Bool, in half: HalfInning, endsAGameFrom inning: Int?) -> Step {
    let before = score
    let after = stated ?? before
    let runs = after.away &+ after.home &- before.away &- before.home
    guard runs != 0 || after != before || flagged else { return Step(runs: 0, tags: []) }
    score = after
    var tags = [Tag.scoring]
    guard runs != 0 else { return Step(runs: runs, tags: tags) }
    if after.leader == nil, before.leader != nil { tags.append(.tie) }
    if let leader = after.leader {
      if leader == half.batting, before.leader != leader { tags.append(.goAhead) }
      if let last = lastLeader, last != leader { tags.append(.leadChange) }
      lastLeader = leader
      let endsTheGame = leader == .home && half.batting == .home && inning.map { half.number >= $0 } ?? false
      if endsTheGame, before.leader != .home { tags.append(.walkOff) }
    }
    return Step(runs: runs, tags: tags)
  }
}

/// Counts along the play log that tags and watches depend on.
struct Feats: Sendable {
  /// Hits by batting side.
  private var hits = Sides(away: 0, home: 0)
  private var reached = Sides(away: 0, home: 0)
  private var halvesBatted = Sides(away: 0, home: 0)
  /// The kinds of hit of each batter, by player id.
  private var kinds: [Int: Set<String>] = [:]
  private var half = HalfStrikeouts()

  /// Counts of the current half-inning, for the immaculate inning.
  private struct HalfStrikeouts {
    var batters = 0
    var strikeouts = 0
    var pitches = 0
    var pitchers: Set<Int> = []
  }

  mutating func beginHalf() { half = HalfStrikeouts() }

  mutating func endHalf(batting side: Side) { halvesBatted[side] += 1 }

  /// Counts a completed plate appearance and returns the tags that depend on earlier ones.
  mutating func take(_ play: Play) -> [Tag] {
    let side = play.inning.batting
    let eventType = play.result.eventType ?? ""
    if play.runners.contains(where: { $0.runner.id == play.batter.id && $0.end != nil }) { reached[side] += 1 }
    half.batters += 1
    half.pitches &+= play.pitchCount
    half.pitchers.insert(play.pitcher.id)
    if eventType.hasPrefix("strikeout") || eventType == "strike_out" { half.strikeouts += 1 }
    let isImmaculate = play.outs >= 3 && half.batters == 3 && half.strikeouts == 3 && half.pitches == 9
    var tags: [Tag] = isImmaculate && half.pitchers.count == 1 ? [.immaculateInning] : []
    if PlayTags.hits.contains(eventType) {
      hits[side] += 1
      if kinds[play.batter.id, default: []].insert(eventType).inserted, kinds[play.batter.id]?.count == 4 {
        tags.append(.cycle)
      }
    }
    return tags
  }

  /// Returns whether the batting side has no hit.
  func isHitless(_ batting: Side) -> Bool { hits[batting] == 0 }

  /// Returns whether the batting side has had no batter on base.
  func isSpotless(_ batting: Side) -> Bool { isHitless(batting) && reached[batting] == 0 }

  /// Returns whether the side has batted nine full innings, which the rules require for a no-hitter.
  func hasBattedNine(_ side: Side) -> Bool { halvesBatted[side] >= 9 }

  /// Returns whether the batter has three of the four kinds of hit.
  func isShortOfTheCycle(_ batter: Int) -> Bool { kinds[batter]?.count == 3 }
}
