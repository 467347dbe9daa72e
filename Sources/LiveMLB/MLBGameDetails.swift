internal import FoundationEssentials
internal import LiveModel

/// The details of a game from `/api/v1.1/game/<gamePk>/feed/live` with the requested fields.
///
/// The feed is decoded once, when somebody asks. Nothing of it becomes part of the state of a tracked game.
struct MLBGameDetails: Decodable {
  /// Value of the `fields` parameter: all names on the path to the read values, ancestors included. A name matches at any
  /// depth.
  static let fields = [
    "gamePk", "metaData", "timeStamp", "gameData", "game", "type", "doubleHeader", "gameNumber", "datetime", "dateTime",
    "officialDate", "originalDate", "rescheduleDate", "rescheduleGameDate", "rescheduledFromDate", "resumeDate",
    "resumeGameDate",
    "resumedFromDate", "status", "codedGameState", "statusCode", "detailedState", "reason", "startTimeTBD", "teams",
    "away", "home", "id", "name", "abbreviation", "record", "leagueRecord", "wins", "losses", "ties", "venue",
    "location",
    "city", "weather", "condition", "temp", "wind", "gameInfo", "attendance", "firstPitch", "gameDurationMinutes",
    "probablePitchers", "fullName", "liveData", "plays", "allPlays", "result", "event", "eventType", "description",
    "awayScore", "homeScore", "about", "atBatIndex", "inning", "halfInning", "isTopInning", "isComplete", "matchup",
    "batter", "pitcher", "playEvents", "details", "index", "isScoringPlay", "linescore", "currentInning", "inningState",
    "scheduledInnings", "innings", "num", "runs", "hits", "errors", "leftOnBase", "balls", "strikes", "outs", "offense",
    "onDeck", "inHole", "first", "second", "third", "defense", "boxscore", "players", "person", "position",
    "allPositions", "battingOrder", "stats", "seasonStats", "batting", "pitching", "fielding", "teamStats", "batters",
    "pitchers", "bench", "bullpen", "note", "label", "value", "atBats", "doubles", "triples", "homeRuns", "rbi",
    "baseOnBalls", "strikeOuts", "stolenBases", "avg", "inningsPitched", "earnedRuns", "numberOfPitches",
    "battersFaced",
    "era", "decisions", "winner", "loser", "save",
  ]

  /// An answer that is the feed of no game.
  struct NoGame: Error, CustomStringConvertible {
    let description = "it has no game with a status"
  }

  private let gamePk: Int?
  private let head: MLBGameHead?
  private let details: BaseballDetails
  private let situation: BaseballSituation
  private let score: Score?
  private let line: MLBScheduleLinescore

  /// Decodes a feed. Throws if the body is no JSON object, or has no status of a game. `revisions` are the logged events
  /// of the facts that have several.
  static func details(in body: [UInt8], of game: GameID, revisions: [Event]) throws -> GameDetails {
    let feed = try JSONDecoder().decode(MLBGameDetails.self, from: Data(body))
    guard let head = feed.head else { throw NoGame() }
    let codes = head.codes
    var summary = GameSummary(
      league: .mlb,
      game: GameSummary.Game(
        id: feed.gamePk ?? game.gamePk, date: head.date, number: head.number, type: head.type, status: codes.phase,
        away: head.clubs.away, home: head.clubs.home),
      start: head.start, reason: codes.reason, feedAt: head.feedAt)
    if codes.isUnderway {
      summary.score = feed.score
      summary.show(feed.situation, scheduledInnings: feed.line.scheduledInnings)
    }
    let isPlayed = codes.isUnderway
    var details = feed.details
    if !isPlayed { (details.onDeck, details.inHole, details.scoringPlays, details.leaders) = (nil, nil, nil, nil) }
    details.scoringPlays = details.scoringPlays?.corrected(by: revisions)
    let board = ScoreboardGame(
      summary, state: codes.state(in: isPlayed ? feed.line : nil, scheduledInnings: nil), records: head.records,
      isDoubleheader: head.isDoubleheader, continuation: head.continuation, movedFrom: head.movedFrom)
    return GameDetails(board, venue: head.venue, members: LeagueMembers(details))
  }

  /// Never throws for a malformed member.
  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: NoMember.self)
    let feed = LenientObject(from: decoder)
    let (data, live) = (feed["gameData"], feed["liveData"])
    gamePk = feed.number("gamePk").flatMap { $0 > 0 ? $0 : nil }
    head = MLBGameHead(data, feed["metaData"])
    let linescore = live["linescore"]
    line = MLBScheduleLinescore(linescore)
    let isOver = head?.codes.isOver ?? false
    let plays = live["plays"].objects("allPlays", most: ScoringPlay.mostPlays)
    situation = BaseballSituation(line, isOver: isOver).completed(by: isOver ? nil : plays.last)
    let table = GameLinescore(linescore)
    score = table?.totals?.away?.runs.flatMap { away in table?.totals?.home?.runs.map { Score(away: away, home: $0) } }
    let (offense, boxscore) = (linescore["offense"], MLBBoxscore(live["boxscore"]))
    details = BaseballDetails(
      linescore: table, onDeck: isOver ? nil : offense["onDeck"].person,
      inHole: isOver ? nil : offense["inHole"].person,
      probablePitchers: boxscore.probable(data["probablePitchers"]), decisions: Decisions(live["decisions"]),
      scoringPlays: ScoringPlay.all(in: plays), leaders: BattingLeader.all(in: boxscore.teams),
      boxscore: boxscore.teams, weather: Weather(data["weather"]), attendance: data["gameInfo"].number("attendance"),
      firstPitch: data["gameInfo"].text("firstPitch").flatMap { Timestamp(rfc3339: $0) },
      duration: data["gameInfo"].number("gameDurationMinutes"))
  }

  private struct NoMember: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }
}

/// The members of `gameData`: status, teams, date and place.
private struct MLBGameHead {
  var codes: MLBStatus
  var date: String?
  var start: Timestamp?
  var number: Int?
  var type: String?
  var isDoubleheader: Bool
  var clubs: Sides<GameSummary.Club>
  var records: Sides<TeamRecord?>
  var venue: GameDetails.Venue?
  var continuation: ScoreboardGame.Continuation?
  var movedFrom: String?
  var feedAt: Timestamp?

  /// Nil without a status.
  init?(_ data: LenientObject, _ meta: LenientObject) {
    let (status, dates, game) = (data["status"], data["datetime"], data["game"])
    guard let state = status.text("codedGameState") else { return nil }
    codes = MLBStatus(
      codedGameState: state, statusCode: status.text("statusCode") ?? state,
      detailedState: status.text("detailedState") ?? "", reason: status.text("reason"))
    date = dates.text("officialDate") ?? dates.text("originalDate")
    start = status.flag("startTimeTBD") == true ? nil : dates.text("dateTime").flatMap { Timestamp(rfc3339: $0) }
    (number, type) = (game.number("gameNumber"), game.text("type"))
    isDoubleheader = ["Y", "S"].contains(game.text("doubleHeader"))
    let (away, home) = (data["teams"]["away"], data["teams"]["home"])
    clubs = Sides(away: Self.club(away), home: Self.club(home))
    records = Sides(away: away["record"].value("leagueRecord"), home: home["record"].value("leagueRecord"))
    venue = data["venue"].text("name").map { name in
      GameDetails.Venue(name: name, city: data["venue"]["location"].text("city"))
    }
    continuation = ScoreboardGame.Continuation(
      date: dates.text("rescheduleGameDate") ?? dates.text("resumeGameDate"),
      start: dates.text("rescheduleDate") ?? dates.text("resumeDate"))
    let day = date
    movedFrom = ["rescheduledFromDate", "resumedFromDate"].compactMap { dates.text($0) }.first { $0 != day }
    feedAt = meta.text("timeStamp").flatMap { Timestamp(timecode: $0) }
  }

  private static func club(_ team: LenientObject) -> GameSummary.Club {
    GameSummary.Club(id: team.number("id"), abbreviation: team.text("abbreviation"), name: team.text("name"))
  }
}

extension MLBScheduleLinescore {
  /// Takes the members that have the right type.
  fileprivate init(_ line: LenientObject) {
    func person(_ member: LenientObject) -> MLBSchedulePerson? {
      member.person.map { MLBSchedulePerson(id: $0.id, fullName: $0.name) }
    }
    let (offense, defense) = (line["offense"], line["defense"])
    self.init(
      currentInning: line.number("currentInning"), inningState: line.text("inningState"),
      isTopInning: line.flag("isTopInning"), scheduledInnings: line.number("scheduledInnings"),
      outs: line.number("outs"), balls: line.number("balls"), strikes: line.number("strikes"),
      offense: Offense(
        first: person(offense["first"]), second: person(offense["second"]), third: person(offense["third"]),
        batter: person(offense["batter"])),
      defense: Defense(pitcher: person(defense["pitcher"])))
  }
}

extension BaseballSituation {
  /// Returns the situation with the batter and the pitcher of the last play, if it is in progress and the linescore names
  /// none.
  fileprivate func completed(by play: LenientObject?) -> BaseballSituation {
    guard let play, play["about"].flag("isComplete") != true else { return self }
    var situation = self
    situation.batter = batter ?? play["matchup"]["batter"].person
    situation.pitcher = pitcher ?? play["matchup"]["pitcher"].person
    return situation
  }
}

extension GameLinescore {
  /// The largest number of innings. The longest game in the majors had 26.
  private static let mostInnings = 60

  /// Nil for a linescore without innings and totals.
  fileprivate init?(_ line: LenientObject) {
    let innings = line.objects("innings", most: Self.mostInnings).compactMap { inning in
      inning.number("num").map { Inning(number: $0, away: Line(inning["away"]), home: Line(inning["home"])) }
    }
    let totals = Both(away: Line(line["teams"]["away"]), home: Line(line["teams"]["home"]))
    guard !innings.isEmpty || totals != nil else { return nil }
    self.init(scheduledInnings: line.number("scheduledInnings"), innings: innings, totals: totals)
  }
}

extension GameLinescore.Line {
  /// Nil without any number.
  fileprivate init?(_ side: LenientObject) {
    self.init(
      runs: side.number("runs"), hits: side.number("hits"), errors: side.number("errors"),
      leftOnBase: side.number("leftOnBase"))
    guard self != Self() else { return nil }
  }
}

extension Decisions {
  /// Nil without a pitcher of record.
  fileprivate init?(_ decisions: LenientObject) {
    self.init(
      winner: decisions["winner"].person, loser: decisions["loser"].person, save: decisions["save"].person)
    if isEmpty { return nil }
  }
}

extension Weather {
  /// Nil before the weather is known.
  init?(_ weather: LenientObject) {
    let temperature = weather.text("temp") ?? weather.number("temp").map(String.init)
    self.init(condition: weather.text("condition"), temperature: temperature, wind: weather.text("wind"))
    guard self != Self() else { return nil }
  }
}
