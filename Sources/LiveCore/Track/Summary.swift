/// The one sentence that people read. The feed's own descriptions are good English; what is added is what they mean,
/// and the score.
enum Summary {
  static func halfStart(_ half: HalfInning, score: Score, _ info: GameInfo) -> String {
    let name = half.half == .top ? "Top" : "Bottom"
    return
      "\(name) of the \(Ordinal.text(of: half.number)), \(info.team(half.batting).name) batting: \(line(score, info))"
  }

  static func halfEnd(_ half: HalfInning, score: Score, tags: [Tag], _ info: GameInfo) -> String {
    let name = half.half == .top ? "Middle" : "End"
    let pitching = info.team(half.batting.other).name
    let feat = tags.contains(.perfectGameIntact) ? "perfect game" : "no-hitter"
    let intact = tags.contains(.noHitterIntact) ? "; \(feat) by \(pitching) intact" : ""
    return "\(name) of the \(Ordinal.text(of: half.number)): \(line(score, info))\(intact)"
  }

  static func play(_ play: Play, tags: [Tag], score: Score, _ info: GameInfo) -> String {
    let what = tidy(play.result.description ?? "")
    let plain = what.isEmpty ? "\(play.batter.name): \(play.result.event ?? "plate appearance over")" : what
    return lead(tags, play.inning) + withScore(plain, tags, score, info)
  }

  static func action(
    _ action: Action, reviews: [EventReview], tags: [Tag], in half: HalfInning, score: Score, _ info: GameInfo
  ) -> String {
    let what = tidy(action.description ?? "")
    let name = action.event ?? action.eventType.split(separator: "_").joined(separator: " ")
    let plain = action.isAction ? (what.isEmpty ? name : what) : reviewed(what, reviews, info)
    return lead(tags, half) + withScore(plain, tags, score, info)
  }

  /// The feed says only that a run scores.
  static func provisional(_ play: Play, runs: Int?, score: Score?, _ info: GameInfo) -> String {
    let what = runs.map { $0 == 1 ? "a run scores" : "\($0) runs score" } ?? "a run scores"
    let lead =
      play.lastPitchCall == "E" ? "\(play.batter.name) puts the ball in play" : "With \(play.batter.name) batting"
    return "\(lead), \(what)." + (score.map { " \(line($0, info))" } ?? "")
  }

  /// What was told and is gone from the feed.
  static func takenBack(_ summary: String) -> String { "Taken back: \(summary)" }

  /// A pitch that was looked at again: the feed describes the pitch, not the review.
  private static func reviewed(_ call: String, _ reviews: [EventReview], _ info: GameInfo) -> String {
    guard let review = reviews.first else { return call }
    let who = review.player?.name ?? review.side.map { info.team($0).name } ?? "the umpires"
    let verdict = review.overturned ? "overturned" : "upheld"
    let left = review.remaining.flatMap { count in
      review.side.map { "; \(info.team($0).name): \(count == 1 ? "1 challenge" : "\(count) challenges") left" }
    }
    return "Pitch challenged by \(who), call \(verdict): \(call.isEmpty ? "no call" : call)\(left ?? "")"
  }

  private static func lead(_ tags: [Tag], _ half: HalfInning) -> String {
    var words: [String] = []
    if tags.contains(.walkOff) { words.append("Walk-off in the \(Ordinal.text(of: half.number))") }
    if tags.contains(.grandSlam) { words.append("Grand slam") }
    if tags.contains(.cycle) { words.append("That completes the cycle") }
    if tags.contains(.immaculateInning) { words.append("An immaculate inning") }
    return words.map { "\($0)! " }.joined()
  }

  /// The feed leaves runs of spaces where its sentences were joined.
  static func tidy(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  private static func withScore(_ text: String, _ tags: [Tag], _ score: Score, _ info: GameInfo) -> String {
    tags.contains(.scoring) ? "\(text) \(line(score, info))" : text
  }

  /// `TOR 3, AZ 2`
  static func line(_ score: Score, _ info: GameInfo) -> String {
    "\(info.away.abbreviation) \(score.away), \(info.home.abbreviation) \(score.home)"
  }
}
