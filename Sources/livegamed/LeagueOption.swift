import ArgumentParser
import LiveCore

/// `--league`, for the commands about teams and players.
struct LeagueOption: ParsableArguments {
  @Option(
    name: .customLong("league"), help: ArgumentHelp("Only this league. Default: all.", valueName: "league"),
    completion: .list(EventFilter.leagueNames))
  var leagues: [String] = []

  var league: String? { leagues.first }

  func validate() throws {
    guard leagues.count < 2 else { throw ValidationError("give one --league") }
  }
}
