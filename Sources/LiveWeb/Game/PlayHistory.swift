internal import LiveModel

/// The earlier revisions of a corrected or retracted play, for the template `game/history`.
struct PlayHistory: Sendable {
  /// Whether the play is gone from the official record; otherwise it was corrected.
  var isTakenBack: Bool
  var moment: PageMoment
  /// `by the official scorer`, `after a review`.
  var reason: String
  /// The id of the corrected play from which this correction follows.
  var cause: String?
  /// The earlier texts, the newest first.
  var before: [String] = []
  var first: PageMoment
  /// `The score did not change.`
  var result: String?
  /// The id of the element with the earlier texts.
  var detailsID: String
  /// The value of `event` in the address of the explanation.
  var event: String

  /// Returns nil for a fact that says the same as at first, or what was left open then.
  init?(_ fact: GameFact, of game: ViewedGame) {
    let newest = fact.newest
    (event, detailsID) = (newest.queryID, fact.elementID + "-was")
    isTakenBack = newest.data.retracted
    first = game.viewer.moment(fact.first.data.observedAt)
    if isTakenBack {
      (moment, reason) = (game.viewer.moment(newest.data.observedAt), "no longer in the official record")
      return
    }
    let sure = fact.revisions.filter { !$0.data.provisional }
    guard let change = sure.last(where: { $0.data.change == .corrected }) else { return nil }
    let earlier = sure.prefix { $0.sequence < change.sequence }
    before = Self.differences(Array(earlier), to: newest, in: game)
    let wasGone = earlier.last?.data.retracted ?? false
    // A correction that changes only the chances is none for a reader.
    if before.isEmpty, !wasGone, !earlier.isEmpty { return nil }
    moment = game.viewer.moment(change.data.observedAt)
    cause = change.data.cause.map { GameFact.elementID(of: $0) }
    let isReviewed = change.data.tags.contains(.overturned) && !(earlier.last?.data.tags.contains(.overturned) ?? true)
    reason =
      cause != nil
      ? "because an earlier play was corrected"
      : wasGone ? "in the official record again" : isReviewed ? "after a review" : "by the official scorer"
    result = Self.result(from: earlier.last, to: newest, in: game)
  }

  /// Returns the texts of earlier revisions, or their scores if only these differ; at most three.
  private static func differences(_ earlier: [GameEvent], to newest: GameEvent, in game: ViewedGame) -> [String] {
    var (words, last) = ([String](), newest)
    for event in earlier.reversed() where !event.data.retracted {
      let text = PlayItem.text(of: event)
      if text != PlayItem.text(of: last) {
        words.append(text)
      } else if let score = event.data.score, score != last.data.score, event.data.tags.contains(.scoring) {
        words.append("\(game.abbreviation(.away)) \(score.away), \(game.abbreviation(.home)) \(score.home)")
      } else if let before = event.own.play?.rbi, let now = last.own.play?.rbi, before != now {
        words.append(before == 1 ? "1 run batted in" : "\(before) runs batted in")
      }
      last = event
    }
    return Array(words.prefix(3))
  }

  private static func result(from earlier: GameEvent?, to newest: GameEvent, in game: ViewedGame) -> String? {
    guard let before = earlier?.data.score, let now = newest.data.score else { return nil }
    if before == now {
      guard let runs = newest.own.play?.rbi, earlier?.own.play?.rbi != runs else { return "The score did not change." }
      return "Runs batted in: \(runs). The score did not change."
    }
    return "The score was \(game.abbreviation(.away)) \(before.away), \(game.abbreviation(.home)) \(before.home)."
  }
}
