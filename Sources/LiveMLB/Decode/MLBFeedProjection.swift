internal import LiveJSON
internal import LiveModel

/// The paths of `feed/live` that a snapshot keeps, and the destination of each value. No other file spells the feed's
/// paths.
enum MLBFeedProjection {
  typealias Member = Projection<SnapshotBuilder>.Member

  static let projection = Projection<SnapshotBuilder>(root(plays: [allPlays]))

  /// Returns the members of a body with these members of `plays`.
  static func root(plays: [Member]) -> [Member] {
    [
      .integer("gamePk", in: ids) { $0.head.gamePk = $1 }.required,
      .object(
        "metaData",
        [.text("timeStamp") { to, value throws(JSONFault) in try to.head.take(timeStamp: value) }.required]
      ).required,
      .object("gameData", gameData).required,
      .object(
        "liveData",
        [
          .object("linescore", linescore), .object("decisions", decisions, begin: { $0.decisions = Decisions() }),
          .object(
            "boxscore",
            [
              .object("teams", [.object("away", boxscore(.away)), .object("home", boxscore(.home))])
            ]),
          .object("plays", plays).required,
        ]
      ).required,
    ]
  }

  static let allPlays = Member.list(
    "allPlays", of: play, most: SnapshotBuilder.maximumPlays, begin: { $0.beginPlay(at: $1) },
    end: { to throws(JSONFault) in try to.endPlay() }
  ).required

  /// Ids of games, clubs and persons.
  private static let ids = 0...999_999_999_999
  /// Runs of one side.
  private static let runs = 0...9_999
  private static let innings = 0...999
  /// Positions in a list of the feed.
  private static let places = 0...99_999

  private static let gameData: [Member] = [
    .object(
      "game",
      [.text("type") { $0.head.type = $1.string }, .integer("gameNumber", in: 1...9) { $0.head.gameNumber = $1 }]),
    .object(
      "datetime",
      [
        .text("dateTime") { $0.head.dateTime = $1.string },
        .text("originalDate") { $0.head.originalDate = $1.string },
        .text("officialDate") { $0.head.officialDate = $1.string }.required,
      ]
    ).required,
    .object(
      "status",
      [
        .text("codedGameState") { $0.head.codedGameState = $1.string }.required,
        .text("statusCode") { $0.head.statusCode = $1.string }.required,
        .text("detailedState") { $0.head.detailedState = $1.string },
        .text("reason") { $0.head.reason = $1.string },
        .flag("startTimeTBD") { $0.head.isStartToBeDetermined = $1 },
      ]
    ).required,
    .object(
      "teams",
      [
        .object("away", team, begin: { $0.team = TeamBuilder() }, end: { $0.head.away = $0.team }).required,
        .object("home", team, begin: { $0.team = TeamBuilder() }, end: { $0.head.home = $0.team }).required,
      ]
    ).required,
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
        .object("away", [.integer("remaining", in: 0...99) { $0.absChallengesLeft.away = $1 }]),
        .object("home", [.integer("remaining", in: 0...99) { $0.absChallengesLeft.home = $1 }]),
      ]),
    .map(
      "players", of: person, most: SnapshotBuilder.maximumNames, begin: { to, _ in to.beginName() },
      end: { $0.endName() }),
  ]

  private static let team: [Member] = [
    .integer("id", in: ids) { $0.team.id = $1 }.required,
    .text("abbreviation") { $0.team.abbreviation = $1.string },
    .text("teamCode") { $0.team.teamCode = $1.string },
    .text("fileCode") { $0.team.fileCode = $1.string },
    .text("name") { $0.team.name = $1.string },
    .text("teamName") { $0.team.teamName = $1.string },
  ]

  static let person: [Member] = [
    .integer("id", in: ids) { $0.person.id = $1 },
    .text("fullName") { $0.person.name = $0.texts.string(of: $1) },
  ]

  /// A person whose id is part of a fact, and therefore required.
  private static let player: [Member] = [
    .integer("id", in: ids) { $0.person.id = $1 }.required,
    .text("fullName") { $0.person.name = $0.texts.string(of: $1) },
  ]

  private static let linescore: [Member] = [
    .integer("currentInning", in: innings) { $0.linescore.currentInning = $1 },
    .flag("isTopInning") { $0.linescore.isTopInning = $1 },
    .text("inningState") { $0.linescore.inningState = $1.string },
    .integer("scheduledInnings", in: 1...99) { $0.linescore.scheduledInnings = $1 },
    .integer("balls", in: 0...9) { $0.linescore.balls = $1 },
    .integer("strikes", in: 0...9) { $0.linescore.strikes = $1 },
    .integer("outs", in: 0...3) { $0.linescore.outs = $1 },
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
        .object("away", [.integer("runs", in: runs) { $0.linescore.awayRuns = $1 }]),
        .object("home", [.integer("runs", in: runs) { $0.linescore.homeRuns = $1 }]),
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

  static let play: [Member] = [
    .integer("atBatIndex", in: places) { $0.play.ownIndex = $1 },
    .object("about", about).required,
    .object("result", result),
    .object(
      "count",
      [
        .integer("outs", in: 0...3) { $0.play.outs = $1 },
        .integer("balls", in: 0...4) { $0.play.balls = $1 },
        .integer("strikes", in: 0...3) { $0.play.strikes = $1 },
      ]),
    .object("matchup", matchup).required,
    .list(
      "runners", of: runner, most: PlayBuilder.maximumRunners, begin: { to, _ in to.play.beginRunner() },
      end: { $0.play.endRunner() }),
    .object(
      "reviewDetails", reviewDetails, begin: { $0.reviews = ReviewsBuilder() },
      end: { $0.play.reviews = $0.reviews.list }),
    .list(
      "playEvents", of: event, most: PlayBuilder.maximumEvents, begin: { $0.beginEvent(at: $1) },
      end: { $0.play.endEvent($0.held) }
    ).required,
  ]

  private static let about: [Member] = [
    .integer("atBatIndex", in: places) { $0.play.aboutIndex = $1 },
    .integer("inning", in: innings) { $0.play.inning = $1 }.required,
    .flag("isTopInning") { $0.play.isTopInning = $1 }.required,
    .text("halfInning") { $0.play.take(half: $1) },
    .text("startTime") { $0.play.startTime = $1.time },
    .text("endTime") { $0.play.endTime = $1.time },
    .flag("isComplete") { $0.play.isComplete = $1 }.required,
    .flag("isScoringPlay") { $0.play.isScoringPlay = $1 },
  ]

  private static let result: [Member] = [
    .text("eventType") { $0.play.result.eventType = $0.texts.string(of: $1) },
    .text("event") { $0.play.result.event = $0.texts.string(of: $1) },
    .text("description", most: 2_000) { $0.play.result.description = $1.string },
    .integer("rbi", in: 0...9) { $0.play.result.rbi = $1 },
    .integer("awayScore", in: runs) { $0.play.score.away = $1 },
    .integer("homeScore", in: runs) { $0.play.score.home = $1 },
  ]

  private static let matchup: [Member] = [
    .object("batter", player, begin: { $0.person = PersonBuilder() }, end: { $0.play.batter = $0.person.person })
      .required,
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
        .integer("playIndex", in: places) { $0.play.runner.playIndex = $1 },
      ]),
    .object(
      "movement",
      [
        .text("start") { $0.play.runner.start = $1.string },
        .text("end") { $0.play.runner.end = $1.string },
        .flag("isOut") { $0.play.runner.isOut = $1 },
      ]),
    .list(
      "credits", of: credit, most: PlayBuilder.maximumCredits, begin: { to, _ in to.play.beginCredit() },
      end: { $0.play.endCredit() }),
  ]

  private static let credit: [Member] = [
    .object("player", [.integer("id", in: ids) { $0.play.credit.fielder = $1 }]),
    .text("credit") { $0.play.credit.kind = $0.texts.string(of: $1) },
  ]

  private static let event: [Member] = [
    .integer("index", in: places) { $0.play.event.index = $1 },
    .text("type") { $0.play.event.type = $0.held.add($1) }.required,
    .text("playId") { $0.play.event.playId = $0.held.add($1) }.required,
    .object("details", details).required,
    .text("startTime") { $0.play.event.startTime = $0.held.add($1) },
    .text("endTime") { $0.play.event.endTime = $0.held.add($1) },
    .object("player", [.integer("id", in: ids) { $0.play.event.player = $1 }.required]).required,
    .object("replacedPlayer", [.integer("id", in: ids) { $0.play.event.replacedPlayer = $1 }]),
    .object(
      "reviewDetails", reviewDetails, begin: { $0.reviews = ReviewsBuilder() },
      end: { $0.play.event.reviews = $0.reviews.list }),
  ]

  private static let details: [Member] = [
    .text("eventType") { $0.play.event.eventType = $0.held.add($1) }.required,
    .text("event") { $0.play.event.event = $0.held.add($1) },
    .text("description", most: 2_000) { $0.play.event.description = $0.held.add($1) },
    .integer("awayScore", in: runs) { $0.play.event.score.away = $1 },
    .integer("homeScore", in: runs) { $0.play.event.score.home = $1 },
    .flag("isScoringPlay") { $0.play.event.isScoringPlay = $1 },
    .object("call", [.text("code") { $0.play.event.call = $0.texts.string(of: $1) }]),
  ]

  private static let reviewDetails: [Member] =
    review(\.main) + [
      .list(
        "additionalReviews", of: review(\.added), most: ReviewsBuilder.maximumAdded,
        begin: { to, _ in to.reviews.beginAdded() },
        end: { $0.reviews.endAdded() })
    ]

  private static func review(_ which: any WritableKeyPath<ReviewsBuilder, ReviewBuilder> & Sendable) -> [Member] {
    [
      .text("reviewType") { $0.reviews[keyPath: which].reviewType = $1.string },
      .flag("isOverturned") { $0.reviews[keyPath: which].isOverturned = $1 },
      .flag("inProgress") { $0.reviews[keyPath: which].inProgress = $1 },
      .integer("challengeTeamId", in: ids) { $0.reviews[keyPath: which].challengeTeam = $1 },
      .object(
        "player", person, begin: { $0.person = PersonBuilder() },
        end: { $0.reviews[keyPath: which].player = $0.person.known }),
    ]
  }

  private static func boxscore(_ side: Side) -> [Member] {
    [
      .map(
        "players",
        of: [
          .object(
            "person", person, begin: { $0.person = PersonBuilder() }, end: { $0.listed.person = $0.person.person }),
          .text("battingOrder") { $0.listed.battingOrder = $1.string },
          .list(
            "allPositions", of: [.text("abbreviation") { $0.listed.take(position: $1) }], begin: { _, _ in },
            end: { _ in }),
        ], most: LineupBuilder.maximumPlayers, begin: { to, _ in to.listed = ListedPlayer() },
        end: { to in to.listed.place.map { to.lineups[side].add(to.listed, at: $0) } })
    ]
  }
}
