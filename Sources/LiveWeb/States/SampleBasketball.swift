internal import LiveCore
internal import LiveModel
internal import LiveNBA

/// A made-up game of basketball in each state.
enum SampleBasketball {
  /// The games of a scoreboard, in the order of an evening.
  static var scores: [ViewedScore] {
    [
      score(.live, GamePeriod(3, clock: "5:12"), Score(away: 71, home: 68)) { viewed in
        viewed.game.summary.last = "Jalen Brunson makes a three-pointer: NYK 71, BOS 68"
      },
      score(.live, GamePeriod(2, clock: "0:00"), Score(away: 55, home: 60), isBreak: true),
      score(.live, GamePeriod(5, clock: "31.4"), Score(away: 108, home: 108)),
      score(.final, GamePeriod(4), Score(away: 101, home: 112)),
      ViewedScore(ScoreboardGame(longest, state: "Final")),
    ].enumerated().map { index, viewed in
      var viewed = viewed
      viewed.game.summary.game.id = 800_040 + index
      return viewed
    }
  }

  /// The games whose present situation is shown, with a name for each.
  static var situations: [(name: String, summary: GameSummary)] {
    [("In a quarter", scores[0]), ("Half-time", scores[1]), ("In the last minute of an overtime", scores[2])]
      .map { name, viewed in (name, viewed.game.summary) }
  }

  /// The game with the most periods.
  static var longest: GameSummary {
    score(.final, GamePeriod(6), Score(away: 131, home: 128)).game.summary
  }

  /// The ends of its periods.
  static var periodEnds: [SequencedEvent] {
    let scores = [(28, 31), (60, 55), (84, 88), (108, 108), (119, 119), (131, 128)]
    return scores.enumerated().map { index, score in
      let time = SampleGame.now + .seconds(60 * (index - 30))
      let game = EventGame(
        id: 800_040, date: "2026-07-14", number: 1, type: "2", status: .live,
        away: Team(id: 1_610_612_752, abbreviation: "NYK", name: "New York Knicks"),
        home: Team(id: 1_610_612_738, abbreviation: "BOS", name: "Boston Celtics"))
      var data = EventData(
        fact: Fact(rawValue: "nba/800040/period/\(index + 1)/end"), revision: 1, change: .new, league: .nba, game: game,
        importance: 1, tags: [BasketballWords.periodEnd], summary: "End of the \(GamePeriod(index + 1).words)",
        observedAt: time,
        feedAt: time)
      data.score = Score(away: score.0, home: score.1)
      data.members = LeagueMembers(BasketballMembers(period: GamePeriod(index + 1)))
      return SequencedEvent(
        Event(type: EventType(rawValue: "livegame.period"), time: time, data: data), sequence: index + 1, logged: time)
    }
  }

  private static func score(
    _ phase: GameStatus.Phase, _ period: GamePeriod, _ score: Score, isBreak: Bool = false,
    _ change: (inout ViewedScore) -> Void = { _ in }
  ) -> ViewedScore {
    var summary = GameSummary(
      league: .nba,
      game: GameSummary.Game(
        id: 800_040, date: "2026-07-14", status: phase,
        away: .init(id: 1_610_612_752, abbreviation: "NYK", name: "New York Knicks"),
        home: .init(id: 1_610_612_738, abbreviation: "BOS", name: "Boston Celtics")),
      start: SampleGame.now + .seconds(-7200), score: score, observedAt: SampleGame.now)
    summary.members = LeagueMembers(BasketballSituation(period: period, isBreak: isBreak ? true : nil))
    var viewed = ViewedScore(
      ScoreboardGame(
        summary, state: phase.rawValue.capitalizedFirst,
        records: Sides(away: TeamRecord(wins: 25, losses: 14), home: TeamRecord(wins: 24, losses: 15))))
    change(&viewed)
    return viewed
  }
}
