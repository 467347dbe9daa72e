import Foundation

@testable import LiveMLB
@testable import LiveModel

/// The same projection as `MLBFeedDecoder`, written in the plainest way: whole body, `JSONDecoder`, structs.
enum Oracle {
  static func snapshot(_ json: Data) throws -> GameSnapshot {
    let feed = try JSONDecoder().decode(OracleFeed.self, from: json)
    return GameSnapshot(
      gamePk: try required(feed.gamePk, "gamePk"), timeStamp: try timeStamp(feed.metaData),
      info: try info(feed.gameData), status: try status(feed.gameData?.status),
      linescore: linescore(feed.liveData?.linescore), plays: try plays(feed.liveData?.plays?.allPlays ?? []),
      lineups: lineups(feed),
      absChallengesLeft: Sides(
        away: feed.gameData?.absChallenges?.away?.remaining, home: feed.gameData?.absChallenges?.home?.remaining),
      decisions: decisions(feed.liveData?.decisions), names: names(feed.gameData?.players ?? [:]))
  }

  private static func required<Value>(_ value: Value?, _ path: String) throws -> Value {
    guard let value else { throw DecodeFault(kind: .missing, offset: 0, path: path, message: "missing") }
    return value
  }

  private static func timeStamp(_ meta: OracleFeed.MetaData?) throws -> Timestamp {
    let text = try required(meta?.timeStamp, "metaData.timeStamp")
    guard let time = Timestamp(timecode: text) else {
      throw DecodeFault(kind: .wrongType, offset: 0, path: "metaData.timeStamp", message: "no timecode")
    }
    return time
  }

  private static func info(_ data: OracleFeed.GameData?) throws -> GameInfo {
    let start = data?.datetime?.dateTime.flatMap { Timestamp(rfc3339: $0) }
    let date =
      data?.datetime?.officialDate?.nonEmpty ?? data?.datetime?.originalDate?.nonEmpty
      ?? (start == nil ? nil : data?.datetime?.dateTime.map { String($0.prefix(10)) })
    return GameInfo(
      type: data?.game?.type ?? "R", gameNumber: data?.game?.gameNumber ?? 1,
      officialDate: try required(date, "gameData.datetime.officialDate"),
      scheduledStart: data?.status?.startTimeTBD == true ? nil : start,
      away: try team(data?.teams?.away, "away"), home: try team(data?.teams?.home, "home"),
      nicknames: Sides(
        away: data?.teams?.away?.teamName?.nonEmpty, home: data?.teams?.home?.teamName?.nonEmpty))
  }

  private static func decisions(_ feed: OracleFeed.Decisions?) -> Decisions? {
    let decisions = Decisions(winner: person(feed?.winner), loser: person(feed?.loser), save: person(feed?.save))
    return decisions.isEmpty ? nil : decisions
  }

  private static func team(_ club: OracleFeed.Club?, _ side: String) throws -> Team {
    let short = club?.abbreviation?.nonEmpty ?? (club?.teamCode?.nonEmpty ?? club?.fileCode?.nonEmpty)?.uppercased()
    let long = club?.name?.nonEmpty ?? club?.teamName?.nonEmpty
    return Team(
      id: try required(club?.id, "gameData.teams.\(side).id"), abbreviation: short ?? long ?? "",
      name: long ?? short ?? "")
  }

  private static func status(_ status: OracleFeed.Status?) throws -> MLBStatus {
    let state = try required(status?.codedGameState?.nonEmpty, "gameData.status.codedGameState")
    return MLBStatus(
      codedGameState: state, statusCode: status?.statusCode?.nonEmpty ?? state,
      detailedState: status?.detailedState ?? "", reason: status?.reason)
  }

  private static func linescore(_ line: OracleFeed.Line?) -> Linescore {
    Linescore(
      currentInning: line?.currentInning, isTopInning: line?.isTopInning, inningState: line?.inningState,
      scheduledInnings: line?.scheduledInnings, awayRuns: line?.teams?.away?.runs, homeRuns: line?.teams?.home?.runs,
      balls: line?.balls, strikes: line?.strikes, outs: line?.outs, bases: line?.offense.map(bases),
      batter: person(line?.offense?.batter), pitcher: person(line?.defense?.pitcher))
  }

  private static func bases(_ offense: OracleFeed.Offense) -> Bases {
    Bases(first: person(offense.first), second: person(offense.second), third: person(offense.third))
  }

  private static func person(_ named: OracleFeed.Named?) -> Person? {
    named.flatMap { named in named.id.map { Person(id: $0, name: named.fullName ?? "") } }
  }

  private static func lineups(_ feed: OracleFeed) -> Sides<Lineup> {
    let (probable, box) = (feed.gameData?.probablePitchers, feed.liveData?.boxscore?.teams)
    return Sides(away: lineup(probable?.away, box?.away), home: lineup(probable?.home, box?.home))
  }

  private static func lineup(_ probable: OracleFeed.Named?, _ side: OracleFeed.BoxSide?) -> Lineup {
    let placed = (side?.players ?? [:]).values.compactMap { $0 }.compactMap { player in
      player.battingOrder.flatMap { Int($0) }.map { ($0, player) }
    }
    let starters = placed.filter { $0.0 > 0 && $0.0 % 100 == 0 }.sorted { $0.0 < $1.0 }.map { _, player in
      let position = (player.allPositions ?? []).compactMap { $0?.abbreviation }.first
      return Starter(
        player: Person(id: player.person?.id ?? 0, name: player.person?.fullName ?? ""), position: position)
    }
    return Lineup(probablePitcher: person(probable), starters: starters)
  }

  private static func names(_ players: [String: OracleFeed.Named?]) -> [Int: String] {
    let known = players.values.compactMap { player in
      player.flatMap { player in player.id.flatMap { id in player.fullName.map { (id, $0) } } }
    }
    return Dictionary(known, uniquingKeysWith: { first, _ in first })
  }

  /// A `null` among the plays is skipped; the plays after it keep their position.
  private static func plays(_ plays: [OracleFeed.AtBat?]) throws -> [Play] {
    try plays.enumerated().compactMap { position, play in try play.map { try OraclePlay.play($0, at: position) } }
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

/// One element of `allPlays`, by the rules of the projection.
enum OraclePlay {
  static func play(_ play: OracleFeed.AtBat, at position: Int) throws -> Play {
    let events = (play.playEvents ?? []).enumerated().compactMap { index, event in event.map { (index, $0) } }
    return Play(
      atBatIndex: play.about?.atBatIndex ?? play.atBatIndex ?? position, inning: try half(play.about, at: position),
      startTime: time(play.about?.startTime), endTime: time(play.about?.endTime),
      isComplete: play.about?.isComplete ?? false, isScoringPlay: play.about?.isScoringPlay ?? false,
      result: result(play.result), outs: play.count?.outs ?? 0,
      balls: play.count?.balls ?? 0, strikes: play.count?.strikes ?? 0,
      batter: person(play.matchup?.batter), pitcher: person(play.matchup?.pitcher), basesAfter: bases(play.matchup),
      runners: (play.runners ?? []).compactMap { $0.map(movement) },
      actions: events.compactMap { index, event in
        event.type == "action" || event.reviewDetails != nil ? action(event, at: index) : nil
      },
      lastEventIndex: events.map { index, event in event.index ?? index }.max() ?? -1,
      pitchCount: events.count { $0.1.type == "pitch" },
      lastPitchCall: events.last { $0.1.type == "pitch" }?.1.details?.call?.code,
      lastPitchIndex: events.last { $0.1.type == "pitch" }.map { index, event in event.index ?? index },
      reviews: reviews(play.reviewDetails))
  }

  private static func half(_ about: OracleFeed.About?, at position: Int) throws -> HalfInning {
    func fault(_ kind: DecodeFault.Kind, _ member: String) -> DecodeFault {
      let path = "liveData.plays.allPlays[\(position)].about.\(member)"
      return DecodeFault(kind: kind, offset: 0, path: path, message: kind.rawValue)
    }
    let named = about?.halfInning.flatMap { HalfInning.Half(rawValue: $0.lowercased()) }
    guard let half = named ?? about?.isTopInning.map({ $0 ? .top : .bottom }) else {
      throw fault(.missing, "halfInning")
    }
    guard let number = about?.inning else { throw fault(.missing, "inning") }
    return HalfInning(number: number, half: half)
  }

  private static func result(_ result: OracleFeed.Result?) -> Play.Result {
    Play.Result(
      eventType: result?.eventType, event: result?.event, description: result?.description, rbi: result?.rbi,
      score: score(away: result?.awayScore, home: result?.homeScore))
  }

  private static func movement(_ runner: OracleFeed.Runner) -> RunnerMovement {
    RunnerMovement(
      runner: person(runner.details?.runner), start: runner.movement?.start, end: runner.movement?.end,
      isOut: runner.movement?.isOut ?? false, playIndex: runner.details?.playIndex,
      credits: (runner.credits ?? []).compactMap { credit in
        credit.map { .init(fielder: $0.player?.id ?? 0, kind: $0.credit ?? "") }
      })
  }

  private static func action(_ event: OracleFeed.PlayEvent, at position: Int) -> Action {
    Action(
      index: event.index ?? position, eventType: event.details?.eventType ?? "", event: event.details?.event,
      description: event.details?.description,
      score: score(away: event.details?.awayScore, home: event.details?.homeScore),
      isScoringPlay: event.details?.isScoringPlay ?? false, startTime: time(event.startTime),
      endTime: time(event.endTime), player: event.player?.id, replacedPlayer: event.replacedPlayer?.id,
      type: event.type ?? "", playId: event.playId, reviews: reviews(event.reviewDetails))
  }

  private static func reviews(_ details: OracleFeed.Details?) -> [Review] {
    guard let details else { return [] }
    return ([details] + (details.additionalReviews ?? []).compactMap { $0 }).map {
      Review(
        reviewType: $0.reviewType ?? "", isOverturned: $0.isOverturned ?? false, inProgress: $0.inProgress ?? false,
        challengeTeam: $0.challengeTeamId, player: $0.player.flatMap { $0.id == nil ? nil : person($0) })
    }
  }

  private static func bases(_ matchup: OracleFeed.Matchup?) -> Bases {
    Bases(
      first: matchup?.postOnFirst.map(person), second: matchup?.postOnSecond.map(person),
      third: matchup?.postOnThird.map(person))
  }

  private static func person(_ named: OracleFeed.Named?) -> Person {
    Person(id: named?.id ?? 0, name: named?.fullName ?? "")
  }

  private static func score(away: Int?, home: Int?) -> Score? {
    away.flatMap { away in home.map { Score(away: away, home: $0) } }
  }

  private static func time(_ text: String?) -> Timestamp? { text.flatMap { Timestamp(rfc3339: $0) } }
}
