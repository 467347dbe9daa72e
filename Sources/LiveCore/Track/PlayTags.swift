/// The tags that a plate appearance's own result gives it. Those that come from the score are `ScoreWalk`'s.
enum PlayTags {
  private static let hits: Set<String> = ["single", "double", "triple", "home_run"]

  static func tags(of play: Play, runs: Int) -> [Tag] {
    guard let eventType = play.result.eventType, !eventType.isEmpty else { return [] }
    var tags = [Tag(rawValue: eventType)]
    func add(_ tag: Tag, when holds: Bool) { if holds, !tags.contains(tag) { tags.append(tag) } }
    add(.strikeout, when: eventType.hasPrefix("strikeout") || eventType == "strike_out")
    add(.hit, when: hits.contains(eventType))
    add(.grandSlam, when: eventType == "home_run" && runs == 4)
    add(.doublePlay, when: eventType.contains("double_play"))
    add(.triplePlay, when: eventType.contains("triple_play"))
    add(.caughtStealing, when: isCaughtStealing(eventType, in: play))
    add(.out, when: play.runners.contains { $0.isOut && $0.runner.id == play.batter.id })
    return tags
  }

  /// Where an action tells it, the action has the tag: a tag names one fact.
  private static func isCaughtStealing(_ eventType: String, in play: Play) -> Bool {
    eventType.contains("caught_stealing") && !play.actions.contains { $0.eventType.contains("caught_stealing") }
  }
}
