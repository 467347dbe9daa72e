internal import LiveMLB
internal import LiveModel
internal import LiveNBA

/// The words about a game of the scoreboard.
struct GameWords: Sendable {
  private let viewed: ViewedScore
  private let viewer: GameRow.Viewer

  init(_ viewed: ViewedScore, for viewer: GameRow.Viewer) { (self.viewed, self.viewer) = (viewed, viewer) }

  private var game: ScoreboardGame { viewed.game }
  private var summary: GameSummary { game.summary }
  private var status: GameStatus.Phase { summary.game.status }

  var hidesScores: Bool { viewer.preferences.hidesScores }

  var isFinal: Bool { status == .final }

  private var isBasketball: Bool { summary.league == .nba }

  /// Whether bases, count, batter and pitcher may be shown. They change without an event, so that they cannot be held
  /// back for a delayed viewer.
  var showsCount: Bool { !hidesScores && viewer.preferences.delay == 0 }

  /// The score, if there is one that the viewer may see.
  var score: Score? {
    if hidesScores { return nil }
    return status == .scheduled || status == .warmup || status == .postponed || status == .cancelled
      ? nil : summary.score
  }

  /// The state in a few words: `Final`, `F/10`, `Mid 5th`, `Q3 5:12`, `Delayed`, `Time open`.
  var state: String {
    switch status {
    // `F/10` would say that the game was close.
    case .final:
      hidesScores
        ? "Final" : isBasketball ? BasketballWords.result(after: summary.basketball.period) : game.state
    case .live: place ?? (hidesScores ? "In progress" : "Live")
    case .delayed: "Delayed"
    case .suspended: "Suspended"
    case .postponed: "Postponed"
    case .cancelled: "Cancelled"
    case .scheduled, .warmup: "Time open"
    }
  }

  /// `Mid 5th`, `End 5th`, `Q3 5:12`, `Half`.
  private var place: String? {
    if isBasketball { return hidesScores ? nil : summary.basketball.text }
    let situation = summary.baseball
    guard !hidesScores, let half = situation.inning else { return nil }
    let words = ["Middle": "Mid", "End": "End", "Top": "Top", "Bottom": "Bot"]
    return
      "\(words[situation.inningState ?? ""] ?? (half.half == .top ? "Top" : "Bot")) \(Ordinal.text(of: half.number))"
  }

  /// A few words below the state: `Warm-up`, `Game 2`, `Bot 4th · Rain`.
  var detail: String? {
    let order = game.isDoubleheader ? "Game \(summary.game.number ?? 1)" : nil
    let parts: [String?] =
      switch status {
      case .warmup: ["Warm-up", order]
      case .delayed, .suspended: [place, summary.reason, order]
      case .postponed, .cancelled: [summary.reason, order]
      case .live, .final, .scheduled: [order]
      }
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " · ")
  }

  /// One line about batter and pitcher, about how play goes on, or a note of the schedule.
  var note: String? {
    if let continuation { return continuation }
    if isSilent { return "What you see may be old." }
    if let since = viewed.delayedSince { return "Since \(time(since))." }
    if let play = unconfirmed { return play }
    if status == .live, showsCount, let present = isBasketball ? lastPlay : duel { return present }
    if status == .scheduled || status == .warmup, let pitchers = game.pitchers { return pitchers }
    return hidesScores ? nil : status == .final ? game.pitchers ?? game.note : game.note
  }

  /// A doubt about what is shown.
  var warning: String? {
    if isSilent { return "No answer since \(time(summary.observedAt))" }
    return unconfirmed == nil ? nil : "Not confirmed"
  }

  private var unconfirmed: String? { hidesScores || isSilent ? nil : viewed.unconfirmed }

  /// The last event of a game of basketball without the score, which is shown beside it.
  private var lastPlay: String? {
    guard let last = summary.last, let score = summary.score, let away = summary.game.away.abbreviation,
      let home = summary.game.home.abbreviation
    else { return summary.last }
    return BasketballWords.text(last, without: score, away: away, home: home)
  }

  private var duel: String? {
    let situation = summary.baseball
    guard !situation.isBetweenHalves else { return nil }
    let parts = [situation.batter.map { "\($0.name) at bat" }, situation.pitcher.map { "\($0.name) pitching" }]
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " · ")
  }

  /// How a game goes on that was put off.
  private var continuation: String? {
    guard let next = game.continuation, [.postponed, .suspended, .cancelled].contains(status) else { return nil }
    let day = CivilDate(iso: next.date).map { "\($0.weekday), \($0.monthAndDay)" } ?? next.date
    let time = next.start.map { ", \(viewer.zone.time(at: $0).onTwelveHourClock) \(viewer.zone.time(at: $0).zone)" }
    return (status == .suspended ? "Continues on " : "Will be played on ") + day + (time ?? "") + "."
  }

  /// Whether the feed of a game in progress has given no answer for minutes.
  private var isSilent: Bool {
    guard status == .live, let last = summary.observedAt else { return false }
    return viewer.now - last > Self.silence
  }

  private static let silence = Duration.seconds(180)

  private func time(_ instant: Timestamp?) -> String {
    instant.map { PageMoment.text(of: $0, beside: viewer.now, in: viewer.zone) } ?? "an unknown time"
  }

  /// Returns the game in words.
  func sentence(_ play: GameRow.Play?) -> String {
    let (away, home) = (ClubName.whole(of: summary.game.away), ClubName.whole(of: summary.game.home))
    let teams = score.map { "\(away) \($0.away) at \(home) \($0.home)" } ?? "\(away) at \(home)"
    let order = game.isDoubleheader ? ["Game \(summary.game.number ?? 1) of a doubleheader"] : []
    var parts: [String] =
      switch status {
      case .final: [hidesScores ? "Final" : final, teams]
      case .live: ["Live", teams, play.map(situation) ?? placeInWords ?? ""]
      case .scheduled, .warmup:
        [teams, status == .warmup ? "Warm-up" : "", summary.start.map { "Starts at \(time($0))" } ?? "Time open"]
      case .delayed, .suspended, .postponed, .cancelled:
        [teams, [state, detail].compactMap(\.self).joined(separator: ": ")]
      }
    parts += order + [warning ?? "", note ?? ""]
    return parts.filter { !$0.isEmpty }.map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ")
  }

  private var final: String {
    if isBasketball { return BasketballWords.resultInWords(after: summary.basketball.period) }
    return game.state.hasPrefix("F/") ? "Final in \(game.state.dropFirst(2)) innings" : game.state
  }

  private var placeInWords: String? {
    isBasketball && !hidesScores
      ? BasketballWords.place(summary.basketball)?.capitalizedFirst : place.map(Self.inWords)
  }

  /// `Middle of the 5th` for `Mid 5th`.
  private static func inWords(_ place: String) -> String {
    let parts = place.split(separator: " ").map(String.init)
    let words = ["Mid": "Middle", "End": "End", "Top": "Top", "Bot": "Bottom"]
    return parts.count == 2 ? "\(words[parts[0]] ?? parts[0]) of the \(parts[1])" : place
  }

  private func situation(_ play: GameRow.Play) -> String {
    let runners = [(play.first, "first"), (play.second, "second"), (play.third, "third")].filter(\.0).map(\.1)
    let bases =
      switch runners.count {
      case 0: "bases empty"
      case 1: "runner on \(runners[0])"
      case 2: "runners on \(runners[0]) and \(runners[1])"
      default: "bases loaded"
      }
    let outs = play.isTwoOut ? "2 out" : play.isOneOut ? "1 out" : "no outs"
    return "\(play.isTop ? "Top" : "Bottom") of the \(play.inning), \(outs), \(bases)"
      + (play.count.map { ", count \($0)" } ?? "")
  }
}
