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

  /// What happened on an action, beside its family's tags.
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
