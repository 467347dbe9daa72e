internal import LiveModel

/// The sentence for human readers. It consists of the feed's own description, its meaning for the game, and the score.
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
    let what = (play.result.description ?? "").singleSpaced
    let plain = what.isEmpty ? "\(play.batter.name): \(play.result.event ?? "plate appearance over")" : what
    return lead(tags, play.inning) + withScore(plain, tags, score, info)
  }

  static func action(
    _ action: Action, reviews: [EventReview], tags: [Tag], in half: HalfInning, score: Score, _ info: GameInfo
  ) -> String {
    let what = (action.description ?? "").singleSpaced
    let name = action.event ?? action.eventType.split(separator: "_").joined(separator: " ")
    let plain = action.isAction ? (what.isEmpty ? name : what) : reviewed(what, reviews, info)
    return lead(tags, half) + withScore(plain, tags, score, info)
  }

  /// Summarizes a provisional play, of which the feed shows only that a run scores.
  static func provisional(_ play: Play, runs: Int?, score: Score?, _ info: GameInfo) -> String {
    let what = runs.map { $0 == 1 ? "a run scores" : "\($0) runs score" } ?? "a run scores"
    let lead =
      play.lastPitchCall == "E" ? "\(play.batter.name) puts the ball in play" : "With \(play.batter.name) batting"
    return "\(lead), \(what)." + (score.map { " \(line($0, info))" } ?? "")
  }

  /// Summarizes a challenged pitch. The feed describes the pitch, not the review.
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

  private static func withScore(_ text: String, _ tags: [Tag], _ score: Score, _ info: GameInfo) -> String {
    tags.contains(.scoring) ? "\(text) \(line(score, info))" : text
  }

  /// Returns `TOR 3, AZ 2`.
  static func line(_ score: Score, _ info: GameInfo) -> String {
    "\(info.away.abbreviation) \(score.away), \(info.home.abbreviation) \(score.home)"
  }
}

/// Summaries of events about a game as a whole.
extension Summary {
  static func start(_ info: GameInfo) -> String { "Play ball: \(info.away.name) at \(info.home.name)" }

  static func catchUp(_ score: Score, inning: HalfInning?, _ snapshot: GameSnapshot) -> String {
    let place =
      inning.map { "\($0.half.rawValue) of the \(Ordinal.text(of: $0.number))" } ?? snapshot.status.detailedState
    return "Under way, \(place): \(line(score, snapshot.info))"
  }

  static func status(
    _ kind: Fact.StatusKind, reason: String?, start: Timestamp?, _ snapshot: GameSnapshot
  ) -> String {
    let game = "\(snapshot.info.away.name) at \(snapshot.info.home.name)"
    let place = snapshot.status.isUnderway ? snapshot.plays.last?.inning : nil
    let standing = place.map { half in
      " in the \(half.half.rawValue) of the \(Ordinal.text(of: half.number)), \(line(snapshot.lastPlayScore, snapshot.info))"
    }
    return "\(verb(kind, isUnderway: place != nil)): \(game)\(standing ?? "")"
      + (start.map { ", now at \($0)" } ?? "") + (reason.map { " (\($0))" } ?? "")
  }

  private static func verb(_ kind: Fact.StatusKind, isUnderway: Bool) -> String {
    switch kind {
    case .scheduled: "New start time"
    case .warmup: "Warming up"
    case .delay: isUnderway ? "Delayed" : "Start delayed"
    case .resume: "Play resumes"
    case .suspended: "Suspended"
    case .postponed: "Postponed"
    case .cancelled: "Cancelled"
    case .start, .final, .catchUp: kind.rawValue
    }
  }

  static func watch(
    _ watch: WatchTracker.Watch, on: Bool, inning: HalfInning, score: Score, _ info: GameInfo
  ) -> String {
    let club = watch.side.map { info.team($0).name } ?? ""
    let place = "\(inning.half.rawValue) of the \(Ordinal.text(of: inning.number))"
    switch watch.kind {
    case .noHitter: return on ? "No-hitter watch: \(club), \(place)" : "No more no-hitter watch: \(club), \(place)"
    case .perfectGame:
      return on ? "Perfect game watch: \(club), \(place)" : "No more perfect game watch: \(club), \(place)"
    case .closeAndLate:
      return (on ? "Close and late, \(place): " : "No longer close and late, \(place): ") + line(score, info)
    case .onTheLine:
      return (on ? "The game is on the line, \(place): " : "No longer on the line, \(place): ") + line(score, info)
    case .cycle:
      let batter = watch.batter?.name ?? ""
      return on ? "\(batter) is one hit short of the cycle" : "Cycle watch over: \(batter)"
    }
  }
}
