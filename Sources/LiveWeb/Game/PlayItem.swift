internal import LiveMLB
internal import LiveModel
internal import LiveNBA

/// A play, an action or another fact in the list of plays, for the template `game/play`.
struct PlayItem: Sendable {
  /// The id of the element: `f-8-top-pa-677587-1`.
  var element: String
  /// The id of the list that it belongs to, `plays-8-top`; nil for a play that is rendered in its list.
  var list: String?
  /// The place in the list, which is in descending order.
  var order: Int
  /// The classes of the element; nil without any.
  var look: String?
  /// The value of `event` in the address of the explanation.
  var event: String
  /// `HR`; in basketball the time left, `5:12`.
  var code: String
  /// The class of the team's colour, and its abbreviation, of a play of basketball; nil for any other play.
  var teamBar: String?
  var team: String?
  var text: String
  /// A word for screen readers before the text: `Not confirmed`.
  var lead: String?
  /// The score after a play that changed it, and at the end of a period: `5–3`.
  var score: String?
  /// `CLE +6`, for a play without a run.
  var swing: String?
  /// Whether there is a line below the text.
  var hasMore: Bool
  var tags: [String]
  /// Small text behind the tags: `Guardians keep 1 challenge`.
  var remark: String?
  var unconfirmed: PageMoment?
  /// Minutes between a late fact and its observation.
  var late: String?
  var correction: PlayHistory?

  /// - Parameters:
  ///   - fact: the play or the action.
  ///   - part: where the play is put when it is rendered alone.
  ///   - game: the game, as its viewer may see it.
  init(_ fact: GameFact, in part: GamePart? = nil, of game: ViewedGame) {
    let newest = fact.newest
    let play = newest.own.play
    (element, list) = (fact.elementID, part.map { "plays-\($0.name)" })
    order = fact.first.sequence
    event = newest.queryID
    text = Self.text(of: newest)
    code = Self.code(of: newest, text)
    let isScoring = newest.data.tags.contains(.scoring)
    score = isScoring || newest.isEndOfPeriod ? newest.data.score.map { "\($0.away)–\($0.home)" } : nil
    let swing = Self.swing(of: newest, in: game)
    self.swing = isScoring ? nil : swing
    tags = PlayTag.words(of: newest)
    if isScoring, let swing { tags.append(swing) }
    (teamBar, team) = Self.team(of: newest, in: game)
    remark = play?.reviews?.last.flatMap { Self.challenges(left: $0, in: game) }
    correction = PlayHistory(fact, of: game)
    let isGone = newest.data.retracted
    if newest.data.provisional, !isGone {
      (code, unconfirmed, lead) = ("?", game.viewer.moment(fact.first.data.observedAt), "Not confirmed")
    }
    if fact.first.data.late, game.isSeenAlone(fact) {
      let minutes = (fact.first.data.observedAt - fact.first.time).wholeMilliseconds / 60_000
      late = minutes < 120 ? "\(max(minutes, 2)) min" : minutes < 2880 ? "\(minutes / 60) h" : "\(minutes / 1440) days"
    }
    if isGone { (lead, score, self.swing, tags, remark) = ("Taken back", nil, nil, [], nil) }
    let classes = [
      isScoring && !isGone ? "runs" : nil, isGone ? "gone" : nil, unconfirmed == nil ? nil : "early",
      [.play, .action].contains(newest.type) ? nil : "status",
    ].compactMap(\.self)
    look = classes.isEmpty ? nil : classes.joined(separator: " ")
    hasMore = !tags.isEmpty || remark != nil || unconfirmed != nil || late != nil || correction != nil
  }

  private static func team(of event: GameEvent, in game: ViewedGame) -> (bar: String?, abbreviation: String?) {
    guard let side = event.basketball.play?.side else { return (nil, nil) }
    return (game.bar(side), game.abbreviation(side))
  }

  /// Returns the sentence of a play without the score, which is shown beside it.
  static func text(of event: GameEvent) -> String {
    if event.data.league == .nba { return BasketballWords.text(of: event) }
    if event.type == .status, event.data.tags.contains(.final) { return event.data.summary }
    guard let play = event.own.play, let text = play.description, !text.isEmpty else { return withoutScore(event) }
    if play.eventType == "pitch", let review = play.reviews?.first {
      // The feed describes the pitch alone. The tag beside it shows the decision.
      let who = review.player?.name ?? "The umpires"
      return review.player == nil ? "\(who) reviewed a pitch: \(text)." : "\(who) challenged a pitch: \(text)."
    }
    return prefixes.first(where: text.hasPrefix).map { String(text.dropFirst($0.count)) } ?? text
  }

  /// Beginnings of sentences that the code beside them says.
  private static let prefixes = ["Offensive Substitution: ", "Pitching Change: "]

  private static func withoutScore(_ event: GameEvent) -> String {
    guard let score = event.data.score else { return event.data.summary }
    let line = "\(event.data.game.away.abbreviation) \(score.away), \(event.data.game.home.abbreviation) \(score.home)"
    let text = event.data.summary
    guard text.hasSuffix(line) else { return text }
    var rest = text.dropLast(line.count)
    while let last = rest.last, " :".contains(last) { rest.removeLast() }
    return rest.isEmpty ? text : String(rest)
  }

  private static func code(of event: GameEvent, _ text: String) -> String {
    if event.data.league == .nba { return BasketballWords.code(of: event) }
    guard event.type != .play, event.type != .action else {
      if event.data.tags.contains(Tag("abs_challenge")), event.own.play?.eventType == "pitch" { return "ABS" }
      return PlayCode.code(of: event.own.play?.eventType, text)
    }
    return event.data.tags.contains(.final) ? "END" : "·"
  }

  /// The smallest swing that is named, in percentage points.
  static let namedSwing = 5.0

  /// Returns `CLE +35` for a play that moved the chance to win by as much.
  static func swing(of event: GameEvent, in game: ViewedGame) -> String? {
    guard let odds = event.data.odds, [.play, .action].contains(event.type) else { return nil }
    let points = (odds.swing * 100).rounded()
    guard abs(points) >= namedSwing else { return nil }
    return "\(game.abbreviation(points > 0 ? .home : .away)) +\(Int(abs(points)))"
  }

  /// Returns the number of challenges that the side has left: `Guardians keep 1 challenge`.
  private static func challenges(left review: EventReview, in game: ViewedGame) -> String? {
    guard let side = review.side, let count = review.remaining else { return nil }
    let name = game.name(side)
    return review.overturned ? "\(name) keep \(count.counted("challenge"))" : "\(name) have \(count) left"
  }
}

/// The tags of an event that are shown beside a play.
enum PlayTag {
  private static let named: [(tag: Tag, words: String)] = [
    (Tag("walk_off"), "Walk-off"), (.goAhead, "Go-ahead"), (.tie, "Ties it"), (Tag("grand_slam"), "Grand slam"),
    (Tag("cycle"), "Cycle"), (Tag("immaculate_inning"), "Immaculate inning"), (Tag("triple_play"), "Triple play"),
  ]

  /// Returns the words of an event's tags, the most important first.
  static func words(of event: GameEvent) -> [String] {
    let tags = Set(event.data.tags)
    // The sentences of basketball say the rest.
    if event.data.league == .nba { return tags.contains(.overturned) ? ["Overturned"] : [] }
    var words = named.filter { tags.contains($0.tag) }.map(\.words)
    // A walk-off always gives the lead.
    if tags.contains(Tag("walk_off")) { words.removeAll { $0 == "Go-ahead" } }
    let kind = tags.contains(Tag("abs_challenge")) ? "ABS" : tags.contains(.review) ? "Review" : nil
    if let kind { words.append(tags.contains(.overturned) ? "\(kind): overturned" : "\(kind): call stands") }
    return words
  }
}
