extension Event {
  /// The same event without score, result or whatever they could be guessed from: what a phone may show of it.
  var withoutSpoilers: Event {
    var event = self
    (event.data.outs, event.data.score, event.data.bases, event.data.play) = (nil, nil, nil, nil)
    event.data.tags = data.tags.filter(Self.harmless.contains)
    event.data.summary = harmlessWords ?? vagueWords
    if tellsNoResult { return event }
    event.data.players = []
    if data.tags.contains(.final) { event.data.inning = nil }
    return event
  }

  /// More can be said of it than that something happened.
  var hasHarmlessWords: Bool { harmlessWords != nil }

  private static let harmless: Set<Tag> = [
    .start, .final, .catchUp, .warmup, .delay, .resume, .suspended, .postponed, .cancelled, .rescheduled,
    .lineup, .probablePitcher, .changed, .halfStart, .halfEnd, .degraded, .blocked, .stale, .recovered,
  ]

  /// Nothing of it depends on how the game goes.
  private var tellsNoResult: Bool { [.lineup, .source].contains(type) || data.tags.contains(.start) }

  private var harmlessWords: String? {
    if tellsNoResult { return data.summary }
    switch type {
    case .status: return statusWords.map { words in words + (data.reason.map { " (\($0))" } ?? "") }
    case .inning: return Wording.place(self, joint: " of the ")
    case .watch where data.tags.contains(.started): return "Worth a look now"
    default: return nil
    }
  }

  private var vagueWords: String {
    data.importance >= 3 ? "Something that matters happened" : "Something happened"
  }

  private var statusWords: String? {
    let words: [(Tag, String)] = [
      (.final, "Final"), (.catchUp, "Under way"), (.warmup, "Warming up"), (.delay, "Delayed"),
      (.resume, "Play resumes"), (.suspended, "Suspended"), (.postponed, "Postponed"), (.cancelled, "Cancelled"),
      (.rescheduled, data.scheduledStart.map { "New start time: \($0)" } ?? "New start time"),
    ]
    return words.first { data.tags.contains($0.0) }?.1
  }
}

extension Event {
  /// The league's own page of the game; nil where none is known.
  var link: String? { data.league == .mlb ? "https://www.mlb.com/gameday/\(data.game.id)" : nil }
}

extension Event {
  /// A play of a made-up game that has every member a play can have: a format must find something to say of it.
  static let sample: Event = {
    let (batter, pitcher) = (Person(id: 900_103, name: "Kenji Okafor"), Person(id: 900_209, name: "Mateo Brandt II"))
    let runner = Person(id: 900_105, name: "D.J. Novák")
    let game = EventGame(
      id: 900_001, date: "2026-07-13", number: 1, type: "R", status: .live,
      away: Team(id: 141, abbreviation: "TOR", name: "Toronto Blue Jays"),
      home: Team(id: 109, abbreviation: "AZ", name: "Arizona Diamondbacks"))
    let description = "Kenji Okafor homers (12) on a fly ball to left field. D.J. Novák scores."
    let play = EventPlay(
      atBatIndex: 41, eventIndex: nil, eventType: "home_run", description: description, runs: 2, rbi: 2,
      batter: batter, pitcher: pitcher,
      reviews: [EventReview(reviewType: "NH", overturned: true, side: .away, player: batter, remaining: 1)])
    let time = Timestamp(milliseconds: 1_783_998_702_120)
    let tags: [Tag] = [Tag(rawValue: "home_run"), .hit, .scoring, .goAhead, .leadChange, .review, .overturned]
    return Event(
      type: .play, time: time,
      data: EventData(
        fact: Fact(rawValue: "mlb/900001/5-top/pa/900103/1"), revision: 1, league: .mlb, game: game,
        inning: HalfInning(number: 5, half: .top), outs: 1, score: Score(away: 3, home: 2), bases: .empty, play: play,
        players: [
          Participant(batter, as: .batter), Participant(pitcher, as: .pitcher), Participant(runner, as: .scorer),
        ],
        importance: 4, tags: tags, summary: "\(description) TOR 3, AZ 2", observedAt: time + .seconds(13),
        feedAt: time + .seconds(11)))
  }()
}

extension Event {
  /// A test event for programs. An invented play could be mistaken for a real one, so this event is of game 0, between
  /// two clubs that do not exist, and has the tag `test`.
  static func test(_ text: String, at now: Timestamp) -> Event {
    let game = EventGame(
      id: 0, date: String(now.description.prefix(10)), number: 1, type: "R", status: .scheduled,
      away: Team(id: 1, abbreviation: "AWAY", name: "Away"), home: Team(id: 2, abbreviation: "HOME", name: "Home"))
    return Event(
      type: .status, time: now,
      data: EventData(
        fact: Fact(rawValue: "\(LeagueID.mlb.rawValue)/0/status/test/1"), revision: 1, league: .mlb, game: game,
        importance: 2, tags: [.test], summary: text, observedAt: now, feedAt: now))
  }
}
