/// The tags that a plate appearance's own result gives it. Those that come from the score are `RunningScore`'s.
enum PlayTags {
  static let hits: Set<String> = ["single", "double", "triple", "home_run"]

  static func tags(of play: Play, runs: Int) -> [Tag] {
    guard let eventType = play.result.eventType, !eventType.isEmpty else { return [] }
    var tags = Tag.own(eventType)
    func add(_ tag: Tag, when holds: Bool) { if holds, !tags.contains(tag) { tags.append(tag) } }
    add(.strikeout, when: eventType.hasPrefix("strikeout") || eventType == "strike_out")
    add(.hit, when: hits.contains(eventType))
    add(.grandSlam, when: eventType == "home_run" && runs == 4)
    add(.doublePlay, when: eventType.contains("double_play"))
    add(.triplePlay, when: eventType.contains("triple_play"))
    add(.caughtStealing, when: isCaughtStealing(eventType, in: play))
    add(.out, when: play.runners.contains { $0.isOut && $0.runner.id == play.batter.id })
    add(.error, when: play.hasError(on: nil))
    return tags + reviewed(play.reviews)
  }

  /// Returns the tags of an action, besides its family's.
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

  /// Where an action tells it, the action has the tag: a tag names one fact.
  private static func isCaughtStealing(_ eventType: String, in play: Play) -> Bool {
    eventType.contains("caught_stealing") && !play.actions.contains { $0.eventType.contains("caught_stealing") }
  }
}

extension Play {
  /// Whether a fielder was charged with an error on the action of that index, or, where it is nil, on a ball that no
  /// action tells.
  func hasError(on action: Int?) -> Bool {
    let actionIndexes = Set(actions.filter(\.isAction).map(\.index))
    return runners.contains { movement in
      let place = movement.playIndex.flatMap { actionIndexes.contains($0) ? $0 : nil }
      return place == action && movement.credits.contains { $0.kind.contains("error") }
    }
  }
}

extension Play {
  /// Outs that runners made on events up to this one, within this plate appearance.
  func outsMade(through index: Int) -> Int {
    runners.count { $0.isOut && ($0.playIndex ?? .max) <= index }
  }

  /// Everybody who took part in the plate appearance's own result, batter and pitcher first.
  func participants(names: [Int: String]) -> [Participant] {
    let actionIndexes = Set(actions.filter(\.isAction).map(\.index))
    let own = runners.filter { movement in movement.playIndex.map { !actionIndexes.contains($0) } ?? true }
    return [Participant(batter, as: .batter), Participant(pitcher, as: .pitcher)] + involved(in: own, names)
  }

  /// Everybody who took part in an action.
  func participants(in action: Action, _ matchup: Matchup, names: [Int: String]) -> [Participant] {
    func person(_ id: Int) -> Person { Person(id: id, name: names[id] ?? "") }
    var list: [Participant] = []
    if !action.isAction {
      return [Participant(matchup.batter, as: .batter), Participant(matchup.pitcher, as: .pitcher)]
    }
    switch ActionFamily(action.eventType).name {
    case "pitcher", "substitution":
      if let player = action.player { list.append(Participant(person(player), as: .entering)) }
      if let replaced = action.replacedPlayer { list.append(Participant(person(replaced), as: .leaving)) }
    case "runner":
      if let player = action.player { list.append(Participant(person(player), as: .runner)) }
    default: break
    }
    let moved = involved(in: runners.filter { $0.playIndex == action.index }, names)
    return list + moved.filter { !list.contains($0) }
  }

  private func involved(in movements: [RunnerMovement], _ names: [Int: String]) -> [Participant] {
    var list: [Participant] = []
    func add(_ participant: Participant) { if !list.contains(participant) { list.append(participant) } }
    for movement in movements {
      if movement.end == "score" {
        add(Participant(movement.runner, as: .scorer))
      } else if movement.runner.id != batter.id {
        add(Participant(movement.runner, as: .runner))
      }
      for credit in movement.credits {
        add(Participant(Person(id: credit.fielder, name: names[credit.fielder] ?? ""), as: .fielder))
      }
    }
    return list
  }
}

extension EventPlay {
  init(_ play: Play, runs: Int, reviews: [EventReview]) {
    self.init(
      atBatIndex: play.atBatIndex, eventIndex: nil, eventType: play.result.eventType ?? "",
      description: Summary.tidy(play.result.description ?? ""), runs: runs, rbi: play.result.rbi,
      batter: play.batter, pitcher: play.pitcher, reviews: reviews.isEmpty ? nil : reviews)
  }

  init(_ action: Action, in play: Play, _ matchup: Matchup, runs: Int, reviews: [EventReview]) {
    self.init(
      atBatIndex: play.atBatIndex, eventIndex: action.index,
      eventType: action.isAction ? action.eventType : action.type,
      description: Summary.tidy(action.description ?? ""), runs: runs, rbi: nil,
      batter: matchup.batter, pitcher: matchup.pitcher, reviews: reviews.isEmpty ? nil : reviews)
  }

  /// A plate appearance of which only the run is known.
  init(unfinished play: Play, runs: Int?) {
    self.init(
      atBatIndex: play.atBatIndex, eventIndex: nil, eventType: nil, description: nil, runs: runs, rbi: nil,
      batter: play.batter, pitcher: play.pitcher)
  }
}

/// The family of an action: its name in the fact, its tags besides the eventType, and its importance.
///
/// Codes of one family may turn into one another when the scorer changes his mind, and stay one fact. An eventType
/// that is not in the table is a family of its own.
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

  /// Fit to stand in a fact: lower-case letters, digits and underscores, and not many of them.
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

  /// The eventType itself first, then the family's.
  func tags(for eventType: String) -> [Tag] {
    let caught: [Tag] = eventType.contains("caught_stealing") ? [.caughtStealing] : []
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
  /// A code of the feed as a tag. Names that are given by a rule of their own are left out, so that the rule alone
  /// decides: `error` is an eventType too, and stands where a fielder was charged with one.
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
