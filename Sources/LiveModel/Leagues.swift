/// The leagues that this program knows, by their ids.
package struct Leagues: Sendable {
  package let all: [any LeagueDescription]

  private let descriptions: [LeagueID: any LeagueDescription]
  /// The current abbreviation for each abbreviation of a club.
  private let currentNames: [LeagueID: [String: String]]
  private let messageIDs: [EventType: String]

  package init(_ all: [any LeagueDescription]) {
    self.all = all
    descriptions = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    currentNames = descriptions.mapValues { league in
      Dictionary(league.clubs.flatMap { club in club.abbreviations.map { ($0, club.abbreviation) } }) { first, _ in
        first
      }
    }
    messageIDs = all.reduce(into: [:]) { ids, league in ids.merge(league.eventTypes) { first, _ in first } }
  }

  /// Returns the description of a league. An event of a league that is not known, from another version, is described by
  /// its shared members alone.
  package subscript(id: LeagueID) -> any LeagueDescription { descriptions[id] ?? UnknownLeague(id: id) }

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
    currentNames[league]?[abbreviation] ?? abbreviation
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
