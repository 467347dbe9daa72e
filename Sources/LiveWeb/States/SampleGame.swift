internal import LiveCore
internal import LiveMLB
internal import LiveModel

/// A made-up game in each state.
enum SampleGame {
  /// 2026-07-14, 23:05 UTC.
  static let now = Timestamp(seconds: 1_784_070_300)
  static let league = LeagueID(rawValue: "mlb")
  static let batter = Person(id: 680_757, name: "Steven Kwan")
  static let pitcher = Person(id: 669_022, name: "Casey Legumina")

  private static let runner = Person(id: 608_070, name: "José Ramírez")
  private static let rain = "Rain"

  /// The games of a scoreboard, one for each state, in the order of an evening.
  static var scores: [ViewedScore] {
    [
      score(.scheduled) { $0.game.pitchers = "Bibee – Gilbert" },
      score(.scheduled) { ($0.game.summary.start, $0.game.pitchers) = (nil, "Bibee – to be announced") },
      score(.warmup), score(.live, 5, 4, play),
      score(.live, 3, 2) { viewed in
        viewed.game.summary.baseball.inning = HalfInning(number: 5, half: .top)
        viewed.game.summary.baseball.inningState = "Middle"
      },
      score(.live, 12, 11) { viewed in
        play(&viewed)
        viewed.game.summary.baseball.inning = HalfInning(number: 11, half: .bottom)
        viewed.game.summary.observedAt = now + .seconds(-200)
      },
      score(.live, 5, 3) { viewed in
        play(&viewed)
        viewed.unconfirmed = "In play, run(s): José Ramírez."
      },
      score(.delayed, 2, 2) { viewed in
        viewed.game.summary.baseball.inning = HalfInning(number: 4, half: .bottom)
        (viewed.game.summary.reason, viewed.delayedSince) = (rain, now + .seconds(-1800))
      },
      score(.final, 6, 4) { $0.game.pitchers = "W Gaddis · L Criswell · S Smith" },
      score(.final, 6, 7) { viewed in
        (viewed.game.state, viewed.game.isDoubleheader, viewed.game.summary.game.number) = ("F/10", true, 2)
      },
      score(.postponed) { viewed in
        viewed.game.summary.reason = rain
        viewed.game.continuation = .init(date: "2026-07-15", start: now + .seconds(64_800))
      },
      score(.suspended, 1, 5) { viewed in
        viewed.game.summary.baseball.inning = HalfInning(number: 6, half: .top)
        viewed.game.summary.reason = rain
        viewed.game.continuation = .init(date: "2026-07-15", start: now + .seconds(64_800))
      },
      score(.cancelled) { $0.game.summary.reason = rain },
    ].enumerated().map { index, viewed in
      var viewed = viewed
      viewed.game.summary.game.id = 800_000 + index
      return viewed
    }
  }

  /// Games for a viewer who wants to see no scores.
  static var hidden: [ViewedScore] {
    [(800_020, score(.live, 5, 4, play)), (800_021, score(.final, 6, 7) { $0.game.state = "F/10" })].map { id, viewed in
      var viewed = viewed
      viewed.game.summary.game.id = id
      return viewed
    }
  }

  /// The games whose present situation is shown, with a name for each.
  static var situations: [(name: String, summary: GameSummary)] {
    var (pause, atBat) = (score(.live, 3, 2).game.summary, score(.live, 5, 4, play).game.summary)
    (pause.baseball.inning, pause.baseball.inningState) = (HalfInning(number: 5, half: .top), "Middle")
    (atBat.baseball.winExpectancy, atBat.baseball.leverage) = (0.22, 2.8)
    var (delayed, postponed) = (score(.delayed, 2, 2).game.summary, score(.postponed).game.summary)
    (delayed.reason, postponed.reason) = (rain, rain)
    return [("At bat", atBat), ("Between half-innings", pause), ("Delayed", delayed), ("Postponed", postponed)]
  }

  /// Returns a game as its page shows it.
  static func viewed(_ logged: [SequencedEvent], _ summary: GameSummary? = nil) -> ViewedGame {
    var history = GameHistories.History()
    (history.logged, history.newest) = (logged, logged.count)
    for entry in logged { history.own[entry.sequence] = OwnMembers(entry.event.data) }
    let details = Fault(.lookupNoGame, "a made-up game has no details")
    let summary = summary ?? score(.live, 5, 4, play).game.summary
    let knowledge = ViewedGame.Knowledge(history: history, summary: summary, details: .failure(details))
    return ViewedGame(
      GameID(league: summary.league, gamePk: 800_000), knowledge,
      for: GameViewer(preferences: Preferences(), now: now, zone: .utc))
  }

  private static func score(
    _ phase: GameStatus.Phase, _ away: Int? = nil, _ home: Int? = nil, _ change: (inout ViewedScore) -> Void = { _ in }
  ) -> ViewedScore {
    let summary = GameSummary(
      league: league,
      game: GameSummary.Game(
        id: 800_000, date: "2026-07-14", status: phase,
        away: .init(id: 114, abbreviation: "CLE", name: "Cleveland Guardians"),
        home: .init(id: 136, abbreviation: "SEA", name: "Seattle Mariners")),
      start: now + .seconds(300), score: away.flatMap { away in home.map { Score(away: away, home: $0) } },
      observedAt: now)
    var viewed = ViewedScore(
      ScoreboardGame(
        summary, state: phase.rawValue.capitalizedFirst,
        records: Sides(away: TeamRecord(wins: 62, losses: 70), home: TeamRecord(wins: 69, losses: 63))))
    change(&viewed)
    return viewed
  }

  private static func play(_ viewed: inout ViewedScore) {
    var situation = viewed.game.summary.baseball
    (situation.inning, situation.inningState, situation.outs) = (HalfInning(number: 8, half: .top), "Top", 2)
    (situation.balls, situation.strikes) = (1, 2)
    situation.bases = Bases(first: runner, second: runner, third: runner)
    (situation.batter, situation.pitcher) = (batter, pitcher)
    viewed.game.summary.baseball = situation
  }
}
