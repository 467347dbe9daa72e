internal import LiveCore
internal import LiveMLB
internal import LiveModel

/// Made-up plays in each state.
enum SamplePlay {
  /// The plays in log order, a revision as an event of its own.
  static var logged: [SequencedEvent] {
    let events: [Event] = [
      play(1, "strikeout", "Steven Kwan strikes out swinging."),
      play(2, "home_run", "José Ramírez homers (31) on a fly ball to right field.") { data in
        (data.tags, data.score) = ([.scoring, .goAhead], Score(away: 5, home: 4))
        data.odds = EventOdds(before: 0.47, after: 0.22, leverage: 2.1)
      },
      play(3, "walk", "Kyle Manzardo walks.") { $0.odds = EventOdds(before: 0.30, after: 0.22, leverage: 2.4) },
      play(4, "field_out", "Bo Naylor grounds out, second baseman to first baseman.") { data in
        data.tags = [.review, .overturned]
        data.play?.reviews = [EventReview(reviewType: "MF", overturned: true, side: .away, remaining: 1)]
      },
      play(5, "single", "Gabriel Arias singles on a ground ball to left fielder."),
      play(5, "field_error", "Gabriel Arias reaches on a fielding error by shortstop J. P. Crawford.") { data in
        (data.revision, data.change) = (2, .corrected)
      },
      play(6, "single", "Brayan Rocchio singles. José Ramírez scores.") { $0.tags = [.scoring] },
      play(6, "single", "Brayan Rocchio singles. José Ramírez scores.") { data in
        (data.revision, data.change, data.tags) = (2, .retracted, [])
      },
      play(7, nil, nil) { data in
        (data.provisional, data.tags, data.score) = (true, [.scoring], Score(away: 6, home: 4))
        data.summary = "In play, run(s): José Ramírez."
      },
      play(8, "walk", "Will Brennan walks.") { data in
        data.late = true
        data.observedAt = data.feedAt + .seconds(360)
      },
    ]
    return events.enumerated().map { SequencedEvent($1, sequence: $0 + 1, logged: $1.data.observedAt) }
  }

  private static func play(
    _ number: Int, _ type: String?, _ text: String?, _ change: (inout EventData) -> Void = { _ in }
  ) -> Event {
    let time = SampleGame.now + .seconds(60 * (number - 30))
    let game = EventGame(
      id: 800_000, date: "2026-07-14", number: 1, type: "R", status: .live,
      away: Team(id: 114, abbreviation: "CLE", name: "Cleveland Guardians"),
      home: Team(id: 136, abbreviation: "SEA", name: "Seattle Mariners"))
    var data = EventData(
      fact: Fact(rawValue: "mlb/800000/8-top/pa/\(SampleGame.batter.id)/\(number)"), revision: 1, change: .new,
      league: SampleGame.league, game: game, importance: 2, tags: [], summary: text ?? "", observedAt: time,
      feedAt: time)
    data.inning = HalfInning(number: 8, half: .top)
    data.play = EventPlay(
      atBatIndex: number, eventType: type, description: text, batter: SampleGame.batter, pitcher: SampleGame.pitcher)
    change(&data)
    // A revision comes minutes after its play.
    if data.revision > 1 { data.observedAt = time + .seconds(300) }
    return Event(type: .play, time: time, data: data)
  }
}
