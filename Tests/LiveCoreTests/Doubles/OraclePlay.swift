@testable import LiveCore

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
