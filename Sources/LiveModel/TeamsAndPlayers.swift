/// The part of a league's source that lists teams and players: plans of requests, and decoders of their answers.
///
/// Decoders of lists throw if the answer has no list, or if it has rows but none can be read.
package protocol TeamsAndPlayers: Sendable {
  /// The service that answers; nil if it is the league's source.
  var service: ListingService? { get }

  /// Returns the season of a date, named by the year in which it begins.
  func season(on date: CivilDate) -> Int

  /// Returns the plan for the teams of a season, without standings.
  func teams(in season: Int) -> ListingPlan<RowsRead<TeamListing>>

  /// Returns the plan for the standings of a season by the ids of the teams; nil if none are to be had.
  func standings(in season: Int) -> ListingPlan<[Int: TeamStanding]>?

  /// Returns the plan for the present roster of a team.
  func roster(of team: TeamListing) -> ListingPlan<RowsRead<PlayerListing>>

  /// Returns the request for the games of a team on these days, both included, and perhaps of others; nil if only the
  /// league's schedule has them. `League.games(in:)` decodes the answer.
  func scheduleRequest(of team: Int, from first: CivilDate, to last: CivilDate) -> HTTPRequest?

  /// The time for which the answer stays fresh, if it is large. Games of today are then those of the day's scoreboard. Nil
  /// for the usual time.
  var scheduleLifetime: Duration? { get }

  /// Decodes the games of a team, in the order of the answer. A game that was put off is listed under each of its dates.
  func scoreboard(in answer: [UInt8]) throws -> [ScoreboardGame]

  /// Returns the plan for all players of a season; nil if there is no such list. Their teams may lack name and
  /// abbreviation, or be missing.
  func players(in season: Int) -> ListingPlan<RowsRead<PlayerListing>>?

  /// Returns the plan for the players whose names may have the words of a text, and others.
  func players(named name: String) -> ListingPlan<RowsRead<PlayerListing>>

  /// Returns the plan for a listed player as events have him, with the league's own id; nil in the answer if he is not
  /// found there.
  func person(of player: PlayerListing) -> ListingPlan<Person?>

  /// Returns the plan for a player with bio and the statistics of the newest season up to this one; nil in the answer
  /// if there is no such player. `id` is that of `service`.
  func profile(of id: Int, upTo season: Int) -> ListingPlan<PlayerProfile?>
}

extension TeamsAndPlayers {
  package var service: ListingService? { nil }

  package var scheduleLifetime: Duration? { nil }

  package func season(on date: CivilDate) -> Int { date.year }
}
