import ArgumentParser
import LiveCore
import LiveModel

/// `--team`, for every command that shows only games of some teams.
struct TeamOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only games of this team; can be repeated.", valueName: "team"),
    completion: .list(EventFilter.teamNames))
  var team: [String] = []
}

/// The options that select events: the conditions of a route, with the same meaning.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only events of this league; can be repeated.", valueName: "league"),
    completion: .list(EventFilter.leagueNames))
  var league: [String] = []
  @OptionGroup var teams: TeamOptions
  @Option(
    help: ArgumentHelp("Only while this team bats; can be repeated.", valueName: "team"),
    completion: .list(EventFilter.teamNames))
  var batting: [String] = []
  @Option(
    help: ArgumentHelp("Only while this team is in the field; can be repeated.", valueName: "team"),
    completion: .list(EventFilter.teamNames))
  var pitching: [String] = []
  @Option(
    help: ArgumentHelp(
      "Only events in which this player takes part, by full name or StatsAPI id; can be repeated.", valueName: "player"),
    completion: NameCompletion.players)
  var player: [String] = []
  @Option(
    help: ArgumentHelp(
      "Only events of this type, such as play or livegame.play; can be repeated.", valueName: "type"),
    completion: .list(EventFilter.typeNames))
  var type: [String] = []
  @Option(
    help: ArgumentHelp("Only events with this tag, such as scoring; can be repeated.", valueName: "tag"),
    completion: .list(EventFilter.tagNames))
  var tag: [String] = []
  @Option(
    help: ArgumentHelp("Only events with this tag and all others named so; can be repeated.", valueName: "tag"),
    completion: .list(EventFilter.tagNames))
  var allTag: [String] = []
  @Option(
    help: ArgumentHelp("Only events without this tag; can be repeated.", valueName: "tag"),
    completion: .list(EventFilter.tagNames))
  var notTag: [String] = []
  @Option(help: ArgumentHelp("Only plays in these innings, such as 9, 1-5, 7+ or '<=3'.", valueName: "range"))
  var innings: String?
  @Option(help: ArgumentHelp("Only with this lead of either side, such as '<=2'.", valueName: "range"))
  var scoreMargin: String?
  @Option(help: ArgumentHelp("Only events of this importance, 0 to 4, such as 3+.", valueName: "range"))
  var importance: String?
  @Option(
    help: ArgumentHelp("Only when at least so much is at stake: 1 is the average of all plays.", valueName: "leverage"))
  var minLeverage: String?
  @Option(
    help: ArgumentHelp("Only what changed the chance to win by at least this, such as 0.2 or 20%.", valueName: "swing"))
  var minSwing: String?
  @Flag(inversion: .prefixedNo, help: "Only events that the feed has not confirmed yet, or only the others.")
  var provisional: Bool?

  func validate() throws {
    let options = [
      ("--league", league), ("--team", teams.team), ("--batting", batting), ("--pitching", pitching), ("--type", type),
      ("--tag", tag), ("--all-tag", allTag), ("--not-tag", notTag),
    ]
    for (option, values) in options {
      guard let list = values.first(where: { $0.contains(",") }) else { continue }
      let single = list.split(separator: ",").map { "\(option) \(String($0).singleSpaced)" }.joined(separator: " ")
      throw ValidationError("'\(list)' is a list; repeat \(option), as in '\(single)'")
    }
  }

  /// Whether another option than `--team` is given.
  var hasMoreThanTeams: Bool {
    var text = text
    text.teams = []
    return text != FilterText()
  }

  private var text: FilterText {
    var text = FilterText()
    (text.leagues, text.teams, text.batting, text.pitching) = (league, teams.team, batting, pitching)
    (text.players, text.types, text.tags, text.allTags, text.notTags) = (player, type, tag, allTag, notTag)
    (text.innings, text.scoreMargin, text.importance) = (innings, scoreMargin, importance)
    (text.minLeverage, text.minSwing) = (minLeverage, minSwing)
    text.provisional = provisional
    return text
  }

  /// Returns the filter. Throws a fault for a name that no event can have, and for a value that is not understood.
  func filter() throws(Fault) -> EventFilter { try EventFilter(text) }
}
