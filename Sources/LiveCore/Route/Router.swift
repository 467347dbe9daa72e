/// Decides which games are watched and which sinks an event goes to. A value made from one configuration.
struct Router: Sendable {
  private let rules: [(match: Match, sinks: [String], stop: Bool)]
  private let everySink: [String]
  private let followed: Set<String>
  private let early: Set<String>

  /// - Parameters:
  ///   - rules: in the order they are asked.
  ///   - sinks: all there are; a name in a rule that is not among them is passed over.
  ///   - teams: abbreviations of the teams that are followed; none means every game.
  ///   - early: the sinks that want provisional events; the others wait for what is sure.
  init(rules: [Rule], sinks: [String], follow teams: [String], early: Set<String> = []) {
    self.early = early
    self.rules = rules.map { (Match(of: $0), $0.sinks.filter(sinks.contains), $0.stop) }
    everySink = sinks
    followed = Set(teams.map(ClubName.canonical))
  }

  /// The sinks of every rule that matches, each once, in the order of the rules; all sinks when there are no rules;
  /// none when nobody follows the game.
  func sinks(for event: Event) -> [String] {
    let game = event.data.game
    guard follows(away: game.away.abbreviation, home: game.home.abbreviation) else { return [] }
    return chosen(for: event).filter { !event.data.provisional || early.contains($0) }
  }

  /// The sinks that get an event too if they were to get an earlier revision of its fact.
  func heirs(of event: Event) -> [String] { event.data.provisional ? everySink.filter(early.contains) : everySink }

  private func chosen(for event: Event) -> [String] {
    guard !rules.isEmpty else { return everySink }
    var chosen: [String] = []
    for rule in rules where rule.match.admits(event) {
      for sink in rule.sinks where !chosen.contains(sink) { chosen.append(sink) }
      if rule.stop { break }
    }
    return chosen
  }

  /// Whether a game between these two, by abbreviation, is watched.
  func follows(away: String, home: String) -> Bool {
    followed.isEmpty || followed.contains(ClubName.canonical(away)) || followed.contains(ClubName.canonical(home))
  }
}
