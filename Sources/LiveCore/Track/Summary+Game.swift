/// What is said of a game as a whole.
extension Summary {
  static func start(_ info: GameInfo) -> String { "Play ball: \(info.away.name) at \(info.home.name)" }

  static func final(_ score: Score, tags: [Tag], inning: Int?, _ snapshot: GameSnapshot) -> String {
    let scheduled = snapshot.linescore.scheduledInnings ?? 9
    let length = inning.flatMap { $0 == scheduled ? nil : "/\($0)" } ?? ""
    let forfeit = snapshot.status.isForfeit ? " (forfeit)" : ""
    let feat = tags.contains(.perfectGame) ? ", a perfect game" : tags.contains(.noHitter) ? ", a no-hitter" : ""
    let doubt = tags.contains(.unconfirmed) ? " (the play log does not confirm the score)" : ""
    return "Final\(length): \(line(score, snapshot.info))\(forfeit)\(feat)\(doubt)"
  }

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
    let club = info.team(watch.side).name
    let place = "\(inning.half.rawValue) of the \(Ordinal.text(of: inning.number))"
    switch watch.kind {
    case .noHitter: return on ? "No-hitter watch: \(club), \(place)" : "No more no-hitter watch: \(club), \(place)"
    case .perfectGame:
      return on ? "Perfect game watch: \(club), \(place)" : "No more perfect game watch: \(club), \(place)"
    case .closeAndLate:
      return (on ? "Close and late, \(place): " : "No longer close and late, \(place): ") + line(score, info)
    case .cycle:
      let batter = watch.batter?.name ?? ""
      return on ? "\(batter) is one hit short of the cycle" : "Cycle watch over: \(batter)"
    }
  }

  static func source(_ trouble: SourceTrouble?, reason: String?, _ game: EventGame) -> String {
    let feed = "the feed of \(game.away.abbreviation) at \(game.home.abbreviation)"
    let what =
      switch trouble {
      case .degraded: "No answers from \(feed)"
      case .blocked: "Turned away by \(feed)"
      case .stale: "Nothing new from \(feed)"
      case nil: "Well again: \(feed)"
      }
    return what + (reason.map { ": \($0)" } ?? "")
  }
}
