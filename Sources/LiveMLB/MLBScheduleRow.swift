internal import LiveModel

/// One row of `/api/v1/schedule`: a game under one day. A game that was moved has a row under each of its days.
struct MLBScheduleRow: Decodable {
  private var gamePk: Int?
  private var gameDate: Lenient<String>?
  private var officialDate: Lenient<String>?
  private var gameNumber: Lenient<Int>?
  private var gameType: Lenient<String>?
  private var status: Status?
  private var teams: Lenient<Teams>?

  // Members for a scoreboard; absent from the answers to polls.

  /// `Y` or `S` for a doubleheader, `N` otherwise.
  private(set) var doubleHeader: Lenient<String>?
  private(set) var scheduledInnings: Lenient<Int>?
  private(set) var linescore: Lenient<MLBScheduleLinescore>?
  private(set) var decisions: Lenient<MLBScheduleDecisions>?
  private(set) var description: Lenient<String>?
  private(set) var rescheduleDate: Lenient<String>?
  private(set) var rescheduleGameDate: Lenient<String>?
  private(set) var rescheduledFromDate: Lenient<String>?
  private(set) var resumeDate: Lenient<String>?
  private(set) var resumeGameDate: Lenient<String>?
  private(set) var resumedFromDate: Lenient<String>?

  /// Reason of the first malformed optional member. The row is usable without it.
  var flaw: String? {
    let names = [
      gameDate, officialDate, gameType, doubleHeader, description, rescheduleDate, rescheduleGameDate,
      rescheduledFromDate, resumeDate, resumeGameDate, resumedFromDate,
    ].compactMap { $0?.flaw }
    return names.first ?? gameNumber?.flaw ?? scheduledInnings?.flaw ?? teams?.flaw ?? linescore?.flaw
      ?? decisions?.flaw
  }

  /// The codes and texts of the state; nil without a code.
  var codes: MLBStatus? { status?.codes }

  /// The teams with their records and runs; nil where the row has none.
  var away: MLBScheduleTeam? { teams?.value?.away }
  var home: MLBScheduleTeam? { teams?.value?.home }

  /// Returns the game; nil for a row without a valid game id or without a status.
  func scheduled(on day: String?) -> ScheduledGame? {
    guard let gamePk, (1...999_999_999_999).contains(gamePk), let codes else { return nil }
    return ScheduledGame(
      game: GameID(league: .mlb, gamePk: gamePk), status: codes.status,
      start: status?.startTimeTBD == true ? nil : gameDate?.value.flatMap { Timestamp(rfc3339: $0) },
      date: officialDate?.value ?? day, number: gameNumber?.value, type: gameType?.value,
      clubs: Sides(away: away?.team ?? .init(), home: home?.team ?? .init()))
  }

  private struct Status: Decodable {
    var codedGameState: String?
    var statusCode: String?
    var detailedState: String?
    var reason: String?
    var startTimeTBD: Bool?

    private enum CodingKeys: String, CodingKey {
      case codedGameState, statusCode, detailedState, reason, startTimeTBD
    }

    /// Throws if a status code is present and not a string, since the codes determine the meaning of the row.
    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      codedGameState = try members.decodeIfPresent(String.self, forKey: .codedGameState)
      statusCode = try members.decodeIfPresent(String.self, forKey: .statusCode)
      detailedState = (try? members.decodeIfPresent(String.self, forKey: .detailedState)) ?? nil
      reason = (try? members.decodeIfPresent(String.self, forKey: .reason)) ?? nil
      startTimeTBD = (try? members.decodeIfPresent(Bool.self, forKey: .startTimeTBD)) ?? nil
    }

    var codes: MLBStatus? {
      codedGameState.map { state in
        MLBStatus(
          codedGameState: state, statusCode: statusCode ?? state, detailedState: detailedState ?? "", reason: reason)
      }
    }
  }

  private struct Teams: Decodable {
    var away: MLBScheduleTeam?
    var home: MLBScheduleTeam?
  }
}

/// A side of a schedule row.
struct MLBScheduleTeam: Decodable {
  var team: GameSummary.Club?
  /// The record after this game, or before it while it is not over.
  var leagueRecord: Lenient<TeamRecord>?
  var score: Lenient<Int>?
  /// With `hydrate=probablePitcher`, from some days before the game on.
  var probablePitcher: Lenient<MLBSchedulePerson>?
}

/// The pitchers of record of a game that is over, with `hydrate=decisions`.
struct MLBScheduleDecisions: Decodable {
  var winner: MLBSchedulePerson?
  var loser: MLBSchedulePerson?
  var save: MLBSchedulePerson?
}

struct MLBSchedulePerson: Decodable {
  var id: Int
  var fullName: String?
}

/// The linescore of a schedule row, with `hydrate=linescore`.
struct MLBScheduleLinescore: Decodable {
  var currentInning: Int?
  /// `Top`, `Middle`, `Bottom` or `End`; nil in seasons before 2019.
  var inningState: String?
  var isTopInning: Bool?
  var scheduledInnings: Int?
  var outs: Int?
  var balls: Int?
  var strikes: Int?
  var offense: Offense?
  var defense: Defense?

  struct Offense: Decodable {
    var first: MLBSchedulePerson?
    var second: MLBSchedulePerson?
    var third: MLBSchedulePerson?
    var batter: MLBSchedulePerson?
  }

  struct Defense: Decodable {
    var pitcher: MLBSchedulePerson?
  }
}
