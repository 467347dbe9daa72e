internal import LiveModel

/// The games of one date from `/api/v1/schedule` with `hydrate=team,linescore,probablePitcher,decisions`.
enum MLBScoreboard {
  /// Value of the `fields` parameter.
  static let fields =
    MLBSchedule.fields + [
      "doubleHeader", "scheduledInnings", "description", "rescheduleDate", "rescheduleGameDate", "rescheduledFromDate",
      "resumeDate", "resumeGameDate", "resumedFromDate", "leagueRecord", "wins", "losses", "ties", "score", "linescore",
      "currentInning", "inningState", "isTopInning", "outs", "balls", "strikes", "offense", "defense", "first",
      "second", "third", "batter", "pitcher", "fullName", "probablePitcher", "decisions", "winner", "loser",
      "save",
    ]

  /// Decodes the games that an answer lists under `date`. A postponed game stands under its old date, too. Throws if
  /// the body is not a schedule, or if it has rows but none can be read.
  static func scoreboard(in body: [UInt8], on date: CivilDate) throws -> DateScoreboard {
    let reading = try MLBSchedule.read(body) { row, day in
      day == nil || day == "\(date)" ? row.game(on: "\(date)") : nil
    }
    return DateScoreboard(
      date: "\(date)", games: ScoreboardGame.inOrder(reading.values), unreadable: reading.unreadable,
      reason: reading.reason)
  }

  /// Decodes the games of all dates. Throws like `scoreboard(in:on:)`.
  static func games(in body: [UInt8]) throws -> [ScoreboardGame] {
    try MLBSchedule.read(body) { row, day in day.flatMap { row.game(on: $0) } }.values
  }
}

extension MLBScheduleRow {
  /// Returns the game of the scoreboard of a day; nil for a row without a valid game id or without a status.
  fileprivate func game(on day: String) -> ScoreboardGame? {
    guard let row = scheduled(on: day), let codes else { return nil }
    var summary = row.summary
    let line = codes.isUnderway ? linescore?.value : nil
    if codes.isUnderway, let away = away?.score?.value, let home = home?.score?.value {
      summary.score = Score(away: away, home: home)
    }
    if let line {
      summary.show(
        BaseballSituation(line, isOver: codes.isOver),
        scheduledInnings: line.scheduledInnings ?? scheduledInnings?.value)
    }
    let movedFrom = [rescheduledFromDate, resumedFromDate].compactMap { $0?.value }.first { $0 != day }
    return ScoreboardGame(
      summary, state: codes.state(in: line, scheduledInnings: scheduledInnings?.value),
      records: Sides(away: away?.leagueRecord?.value, home: home?.leagueRecord?.value),
      isDoubleheader: ["Y", "S"].contains(doubleHeader?.value), continuation: continuation, movedFrom: movedFrom,
      note: description?.value, pitchers: codes.isOver ? decisions?.value?.text : codes.isUnderway ? nil : probables)
  }

  /// `Bibee – Gilbert`; nil if no probable pitcher is known.
  private var probables: String? {
    let names = [away, home].map { $0?.probablePitcher?.value?.surname }
    return names.contains { $0 != nil } ? names.map { $0 ?? "to be announced" }.joined(separator: " – ") : nil
  }

  private var continuation: ScoreboardGame.Continuation? {
    ScoreboardGame.Continuation(
      date: [rescheduleGameDate, resumeGameDate].compactMap { $0?.value }.first,
      start: [rescheduleDate, resumeDate].compactMap { $0?.value }.first)
  }
}

extension MLBStatus {
  /// Returns the state in a few words: `Top 5th`, `Delayed start`. `scheduledInnings` is the number of the schedule, for a
  /// linescore without one.
  func state(in line: MLBScheduleLinescore?, scheduledInnings: Int?) -> String {
    switch phase {
    case .final where isForfeit: "Forfeit"
    case .final: Self.final(line, scheduledInnings)
    case .live: line.flatMap(\.place) ?? "Live"
    case .delayed: codedGameState == "P" ? "Delayed start" : "Delayed"
    case .suspended: "Suspended"
    case .postponed: "Postponed"
    case .cancelled: "Cancelled"
    case .warmup: "Warmup"
    case .scheduled: codedGameState == "P" ? "Pre-game" : "Scheduled"
    }
  }

  /// Returns `Final`, or `F/10` for a game of another length than scheduled.
  private static func final(_ line: MLBScheduleLinescore?, _ scheduledInnings: Int?) -> String {
    guard let played = line?.currentInning else { return "Final" }
    let scheduled = line?.scheduledInnings ?? scheduledInnings ?? 9
    return played == scheduled ? "Final" : "F/\(played)"
  }
}

extension ScoreboardGame.Continuation {
  /// Takes StatsAPI's date and start of a game that was put off; nil without both.
  init?(date: String?, start: String?) {
    let start = start.flatMap { Timestamp(rfc3339: $0) }
    guard let date = date ?? start.map({ "\(CivilDate.ofSeason(at: $0))" }) else { return nil }
    self.init(date: date, start: start.flatMap { $0.isPlaceholder ? nil : $0 })
  }
}

extension Timestamp {
  /// Whether this is StatsAPI's time for a start that is to be determined: 3:33 in New York, at which no game begins.
  fileprivate var isPlaceholder: Bool {
    let minute = (seconds % 86_400) / 60
    return minute == 7 * 60 + 33 || minute == 8 * 60 + 33
  }
}

extension MLBScheduleLinescore {
  fileprivate var half: HalfInning? { HalfInning(inning: currentInning, isTop: isTopInning, state: inningState) }

  /// The time of play: `Top 5th`, `Middle 5th`.
  fileprivate var place: String? {
    half.map { half in
      "\(inningState ?? (half.half == .top ? "Top" : "Bottom")) \(Ordinal.text(of: half.number))"
    }
  }
}

extension BaseballSituation {
  /// Takes the situation of a linescore. After the end of a game, a linescore still shows its last pitch.
  init(_ line: MLBScheduleLinescore, isOver: Bool) {
    self.init(inning: line.half)
    guard !isOver else { return }
    (inningState, outs, balls, strikes) = (line.inningState, line.outs, line.balls, line.strikes)
    (batter, pitcher) = (line.offense?.batter?.known, line.defense?.pitcher?.known)
    // Without a batter the linescore says nothing about runners either.
    guard let offense = line.offense, batter != nil else { return }
    bases = Bases(first: offense.first?.known, second: offense.second?.known, third: offense.third?.known)
  }
}

extension MLBScheduleDecisions {
  /// `W Gaddis · L Criswell · S Smith`; nil without a pitcher.
  fileprivate var text: String? {
    let pitchers = [("W", winner), ("L", loser), ("S", save)].compactMap { label, pitcher in
      pitcher?.surname.map { "\(label) \($0)" }
    }
    return pitchers.isEmpty ? nil : pitchers.joined(separator: " · ")
  }
}

extension MLBSchedulePerson {
  fileprivate var known: Person { Person(id: id, name: fullName ?? "") }

  /// The name without its first word; nil without a name.
  fileprivate var surname: String? {
    guard let fullName, !fullName.isEmpty else { return nil }
    let rest = fullName.drop { $0 != " " }.dropFirst()
    return rest.isEmpty ? fullName : String(rest)
  }
}
