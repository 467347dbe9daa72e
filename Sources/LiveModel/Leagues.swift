/// The leagues that this program knows, by their ids.
package struct Leagues: Sendable {
  package let all: [any LeagueDescription]

  private let descriptions: [LeagueID: any LeagueDescription]
  /// The club for each of its abbreviations.
  let clubsByAbbreviation: [LeagueID: [String: Club]]
  private let messageIDs: [EventType: String]

  package init(_ all: [any LeagueDescription]) {
    self.all = all
    descriptions = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    clubsByAbbreviation = descriptions.mapValues { league in
      Dictionary(league.clubs.flatMap { club in club.abbreviations.map { ($0, club) } }) { first, _ in first }
    }
    messageIDs = all.reduce(into: [:]) { ids, league in ids.merge(league.eventTypes) { first, _ in first } }
  }

  /// Returns the description of a league. An event of a league that is not known, from another version, is described by
  /// its shared members alone.
  package subscript(id: LeagueID) -> any LeagueDescription { descriptions[id] ?? UnknownLeague(id: id) }

  /// Returns only this league, or all without one.
  package func only(_ league: LeagueID?) -> Leagues { league.map { Leagues([self[$0]]) } ?? self }

  /// Returns only the leagues with these ids, or all if none of them is known.
  package func named(_ names: [String]) -> Leagues {
    let some = all.filter { names.contains($0.id.rawValue) }
    return some.isEmpty || some.count == all.count ? self : Leagues(some)
  }

  package var ids: [LeagueID] { all.map(\.id) }

  /// The clubs of all leagues.
  package var clubs: [Club] { all.flatMap(\.clubs) }

  /// The positions of all leagues.
  package var positions: [PositionName] { all.flatMap(\.positions) }

  /// The types that an event can have: before the game, the leagues' own, during the game.
  package var eventTypes: [EventType] {
    let own = all.flatMap { $0.eventTypes.keys.sorted { $0.rawValue < $1.rawValue } }
    return EventType.shared.prefix(2) + own + EventType.shared.dropFirst(2)
  }

  /// The names of the tags that an event can have.
  package var tagNames: [String] { (all.flatMap(\.tags) + Tag.shared).map(\.rawValue) }

  /// Returns the abbreviation that represents a club under all its names. Returns an unknown abbreviation unchanged.
  package func currentAbbreviation(_ abbreviation: String, in league: LeagueID) -> String {
    clubsByAbbreviation[league]?[abbreviation]?.abbreviation ?? abbreviation
  }

  /// Returns the journal's `MESSAGE_ID` of a type that only one league has.
  package func messageID(of type: EventType) -> String? { messageIDs[type] }

  /// Returns every player in an event, each once: those with a role, and those in the league's own members.
  package func people(in event: Event) -> [Person] {
    var seen: Set<Person> = []
    let people =
      event.data.players.map { Person(id: $0.id, name: $0.name) } + self[event.data.league].people(in: event.data)
    return people.filter { seen.insert($0).inserted }
  }
}

/// A league of another version.
private struct UnknownLeague: LeagueDescription {
  let id: LeagueID
  var clubs: [Club] { [] }
  var sample: Event { .test("", league: id, at: Timestamp(seconds: 0)) }
}
