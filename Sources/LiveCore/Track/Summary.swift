/// The one sentence that people read. The feed's own descriptions are good English; what is added is the score.
enum Summary {
  static func start(_ info: GameInfo) -> String { "Play ball: \(info.away.name) at \(info.home.name)" }

  static func final(_ score: Score, inning: Int?, _ snapshot: GameSnapshot) -> String {
    let scheduled = snapshot.linescore.scheduledInnings ?? 9
    let length = inning.flatMap { $0 == scheduled ? nil : "/\($0)" } ?? ""
    let forfeit = snapshot.status.isForfeit ? " (forfeit)" : ""
    return "Final\(length): \(line(score, snapshot.info))\(forfeit)"
  }

  static func catchUp(_ score: Score, inning: HalfInning?, _ snapshot: GameSnapshot) -> String {
    let place = inning.map { "\($0.half.rawValue) of the \(ordinal($0.number))" } ?? snapshot.status.detailedState
    return "Under way, \(place): \(line(score, snapshot.info))"
  }

  static func halfStart(_ half: HalfInning, score: Score, _ info: GameInfo) -> String {
    let name = half.half == .top ? "Top" : "Bottom"
    return "\(name) of the \(ordinal(half.number)), \(info.team(half.batting).name) batting: \(line(score, info))"
  }

  static func halfEnd(_ half: HalfInning, score: Score, _ info: GameInfo) -> String {
    let name = half.half == .top ? "Middle" : "End"
    return "\(name) of the \(ordinal(half.number)): \(line(score, info))"
  }

  static func play(_ play: Play, step: ScoreWalk.Step, score: Score, _ info: GameInfo) -> String {
    let what = tidy(play.result.description ?? "")
    let plain = what.isEmpty ? "\(play.batter.name): \(play.result.event ?? "plate appearance over")" : what
    return withScore(plain, step, score, info)
  }

  static func action(_ action: Action, step: ScoreWalk.Step, score: Score, _ info: GameInfo) -> String {
    let what = tidy(action.description ?? "")
    return withScore(what.isEmpty ? action.event ?? action.eventType : what, step, score, info)
  }

  /// The feed leaves runs of spaces where its sentences were joined.
  static func tidy(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  private static func withScore(_ text: String, _ step: ScoreWalk.Step, _ score: Score, _ info: GameInfo) -> String {
    step.tags.isEmpty ? text : "\(text) \(line(score, info))"
  }

  /// `TOR 3, AZ 2`
  private static func line(_ score: Score, _ info: GameInfo) -> String {
    "\(info.away.abbreviation) \(score.away), \(info.home.abbreviation) \(score.home)"
  }

  /// `1st`, `2nd`, `3rd`, `11th`
  private static func ordinal(_ number: Int) -> String {
    switch (number % 100, number % 10) {
    case (11...13, _): "\(number)th"
    case (_, 1): "\(number)st"
    case (_, 2): "\(number)nd"
    case (_, 3): "\(number)rd"
    default: "\(number)th"
    }
  }
}
