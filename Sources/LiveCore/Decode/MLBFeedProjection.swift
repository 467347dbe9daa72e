/// What a snapshot keeps of `feed/live`, and where each value goes. The one place where the feed's paths are written.
enum MLBFeedProjection {
  typealias Member = Projection<SnapshotBuilder>.Member

  static let projection = Projection<SnapshotBuilder>([
    .integer("gamePk") { $0.head.gamePk = $1 },
    .object(
      "metaData", [.text("timeStamp") { to, value throws(JSONFault) in try to.head.take(timeStamp: value) }]),
    .object("gameData", gameData),
    .object(
      "liveData",
      [
        .object("linescore", linescore),
        .object(
          "boxscore",
          [
            .object("teams", [.object("away", boxscore(\.lineups.away)), .object("home", boxscore(\.lineups.home))])
          ]),
        .object(
          "plays",
          [
            .list(
              "allPlays", of: play, begin: { to, value throws(JSONFault) in try to.beginPlay(at: value) },
              end: { to throws(JSONFault) in try to.endPlay() })
          ]),
      ]),
  ])

  private static let gameData: [Member] = [
    .object("game", [.text("type") { $0.head.type = $1.string }, .integer("gameNumber") { $0.head.gameNumber = $1 }]),
    .object(
      "datetime",
      [
        .text("dateTime") { $0.head.dateTime = $1.string },
        .text("originalDate") { $0.head.originalDate = $1.string },
        .text("officialDate") { $0.head.officialDate = $1.string },
      ]),
    .object(
      "status",
      [
        .text("codedGameState") { $0.head.codedGameState = $1.string },
        .text("statusCode") { $0.head.statusCode = $1.string },
        .text("detailedState") { $0.head.detailedState = $1.string },
        .text("reason") { $0.head.reason = $1.string },
        .flag("startTimeTBD") { $0.head.isStartToBeDetermined = $1 },
      ]),
    .object(
      "teams",
      [
        .object("away", team, begin: { $0.team = TeamBuilder() }, end: { $0.head.away = $0.team }),
        .object("home", team, begin: { $0.team = TeamBuilder() }, end: { $0.head.home = $0.team }),
      ]),
    .object(
      "probablePitchers",
      [
        .object(
          "away", person, begin: { $0.person = PersonBuilder() },
          end: { $0.lineups.away.probablePitcher = $0.person.known }),
        .object(
          "home", person, begin: { $0.person = PersonBuilder() },
          end: { $0.lineups.home.probablePitcher = $0.person.known }),
      ]),
    .object(
      "absChallenges",
      [
        .object("away", [.integer("remaining") { $0.absChallengesLeft.away = $1 }]),
        .object("home", [.integer("remaining") { $0.absChallengesLeft.home = $1 }]),
      ]),
    .map(
      "players", of: person, begin: { to, value throws(JSONFault) in try to.beginName(at: value) },
      end: { $0.endName() }),
  ]

  private static let team: [Member] = [
    .integer("id") { $0.team.id = $1 },
    .text("abbreviation") { $0.team.abbreviation = $1.string },
    .text("teamCode") { $0.team.teamCode = $1.string },
    .text("fileCode") { $0.team.fileCode = $1.string },
    .text("name") { $0.team.name = $1.string },
    .text("teamName") { $0.team.teamName = $1.string },
  ]

  private static let person: [Member] = [
    .integer("id") { $0.person.id = $1 },
    .text("fullName") { $0.person.name = $1.string },
  ]

  private static let linescore: [Member] = [
    .integer("currentInning") { $0.linescore.currentInning = $1 },
    .flag("isTopInning") { $0.linescore.isTopInning = $1 },
    .text("inningState") { $0.linescore.inningState = $1.string },
    .integer("scheduledInnings") { $0.linescore.scheduledInnings = $1 },
    .integer("balls") { $0.linescore.balls = $1 },
    .integer("strikes") { $0.linescore.strikes = $1 },
    .integer("outs") { $0.linescore.outs = $1 },
    .object("offense", offense, begin: { $0.linescore.bases = .empty }),
    .object(
      "defense",
      [
        .object(
          "pitcher", person, begin: { $0.person = PersonBuilder() },
          end: { $0.linescore.pitcher = $0.person.known })
      ]),
    .object(
      "teams",
      [
        .object("away", [.integer("runs") { $0.linescore.awayRuns = $1 }]),
        .object("home", [.integer("runs") { $0.linescore.homeRuns = $1 }]),
      ]),
  ]

  private static let offense: [Member] = [
    .object("batter", person, begin: { $0.person = PersonBuilder() }, end: { $0.linescore.batter = $0.person.known }),
    .object(
      "first", person, begin: { $0.person = PersonBuilder() }, end: { $0.linescore.bases?.first = $0.person.known }),
    .object(
      "second", person, begin: { $0.person = PersonBuilder() }, end: { $0.linescore.bases?.second = $0.person.known }),
    .object(
      "third", person, begin: { $0.person = PersonBuilder() }, end: { $0.linescore.bases?.third = $0.person.known }),
  ]

  private static let play: [Member] = [
    .integer("atBatIndex") { $0.play.ownIndex = $1 },
    .object("about", about),
    .object("result", result),
    .object(
      "count",
      [
        .integer("outs") { $0.play.outs = $1 },
        .integer("balls") { $0.play.balls = $1 },
        .integer("strikes") { $0.play.strikes = $1 },
      ]),
    .object("matchup", matchup),
    .list(
      "runners", of: runner, begin: { to, value throws(JSONFault) in try to.play.beginRunner(at: value) },
      end: { $0.play.endRunner() }),
    .object(
      "reviewDetails", reviewDetails, begin: { $0.reviews = ReviewsBuilder() },
      end: { $0.play.reviews = $0.reviews.list }),
    .list(
      "playEvents", of: event, begin: { to, value throws(JSONFault) in try to.play.beginEvent(at: value) },
      end: { $0.play.endEvent() }),
  ]

  private static let about: [Member] = [
    .integer("atBatIndex") { $0.play.aboutIndex = $1 },
    .integer("inning") { $0.play.inning = $1 },
    .flag("isTopInning") { $0.play.isTopInning = $1 },
    .text("halfInning") { to, value throws(JSONFault) in try to.play.take(half: value) },
    .text("startTime") { $0.play.startTime = Timestamp(rfc3339: $1.string) },
    .text("endTime") { $0.play.endTime = Timestamp(rfc3339: $1.string) },
    .flag("isComplete") { $0.play.isComplete = $1 },
    .flag("isScoringPlay") { $0.play.isScoringPlay = $1 },
  ]

  private static let result: [Member] = [
    .text("eventType") { $0.play.result.eventType = $1.string },
    .text("event") { $0.play.result.event = $1.string },
    .text("description") { $0.play.result.description = $1.string },
    .integer("rbi") { $0.play.result.rbi = $1 },
    .integer("awayScore") { $0.play.score.away = $1 },
    .integer("homeScore") { $0.play.score.home = $1 },
  ]

  private static let matchup: [Member] = [
    .object("batter", person, begin: { $0.person = PersonBuilder() }, end: { $0.play.batter = $0.person.person }),
    .object("pitcher", person, begin: { $0.person = PersonBuilder() }, end: { $0.play.pitcher = $0.person.person }),
    .object(
      "postOnFirst", person, begin: { $0.person = PersonBuilder() }, end: { $0.play.bases.first = $0.person.person }),
    .object(
      "postOnSecond", person, begin: { $0.person = PersonBuilder() }, end: { $0.play.bases.second = $0.person.person }),
    .object(
      "postOnThird", person, begin: { $0.person = PersonBuilder() }, end: { $0.play.bases.third = $0.person.person }),
  ]

  private static let runner: [Member] = [
    .object(
      "details",
      [
        .object(
          "runner", person, begin: { $0.person = PersonBuilder() }, end: { $0.play.runner.runner = $0.person.person }),
        .integer("playIndex") { $0.play.runner.playIndex = $1 },
      ]),
    .object(
      "movement",
      [
        .text("start") { $0.play.runner.start = $1.string },
        .text("end") { $0.play.runner.end = $1.string },
        .flag("isOut") { $0.play.runner.isOut = $1 },
      ]),
    .list(
      "credits", of: credit, begin: { to, value throws(JSONFault) in try to.play.beginCredit(at: value) },
      end: { $0.play.endCredit() }),
  ]

  private static let credit: [Member] = [
    .object("player", [.integer("id") { $0.play.credit.fielder = $1 }]),
    .text("credit") { $0.play.credit.kind = $1.string },
  ]

  private static let event: [Member] = [
    .integer("index") { $0.play.event.index = $1 },
    .text("type") { $0.play.event.take(type: $1) },
    .text("playId") { $0.play.event.playId = $1.string },
    .object("details", details),
    .text("startTime") { $0.play.event.startTime = $1.string },
    .text("endTime") { $0.play.event.endTime = $1.string },
    .object("player", [.integer("id") { $0.play.event.player = $1 }]),
    .object("replacedPlayer", [.integer("id") { $0.play.event.replacedPlayer = $1 }]),
    .object(
      "reviewDetails", reviewDetails, begin: { $0.reviews = ReviewsBuilder() },
      end: { $0.play.event.reviews = $0.reviews.list }),
  ]

  private static let details: [Member] = [
    .text("eventType") { $0.play.event.eventType = $1.string },
    .text("event") { $0.play.event.event = $1.string },
    .text("description") { $0.play.event.description = $1.string },
    .integer("awayScore") { $0.play.event.score.away = $1 },
    .integer("homeScore") { $0.play.event.score.home = $1 },
    .flag("isScoringPlay") { $0.play.event.isScoringPlay = $1 },
    .object("call", [.text("code") { $0.play.event.call = $1.string }]),
  ]

  private static let reviewDetails: [Member] =
    review(\.main) + [
      .list(
        "additionalReviews", of: review(\.added),
        begin: { to, value throws(JSONFault) in try to.reviews.beginAdded(at: value) },
        end: { $0.reviews.endAdded() })
    ]

  private static func review(_ which: any WritableKeyPath<ReviewsBuilder, ReviewBuilder> & Sendable) -> [Member] {
    [
      .text("reviewType") { $0.reviews[keyPath: which].reviewType = $1.string },
      .flag("isOverturned") { $0.reviews[keyPath: which].isOverturned = $1 },
      .flag("inProgress") { $0.reviews[keyPath: which].inProgress = $1 },
      .integer("challengeTeamId") { $0.reviews[keyPath: which].challengeTeam = $1 },
      .object(
        "player", person, begin: { $0.person = PersonBuilder() },
        end: { $0.reviews[keyPath: which].player = $0.person.known }),
    ]
  }

  private static func boxscore(_ side: any WritableKeyPath<SnapshotBuilder, LineupBuilder> & Sendable) -> [Member] {
    [
      .map(
        "players",
        of: [
          .object(
            "person", person, begin: { $0.person = PersonBuilder() },
            end: { $0[keyPath: side].person = $0.person.person }),
          .text("battingOrder") { $0[keyPath: side].battingOrder = $1.string },
          .list(
            "allPositions", of: [.text("abbreviation") { $0[keyPath: side].take(position: $1) }], begin: { _, _ in },
            end: { _ in }),
        ], begin: { to, value throws(JSONFault) in try to[keyPath: side].beginPlayer(at: value) },
        end: { $0[keyPath: side].endPlayer() })
    ]
  }
}
