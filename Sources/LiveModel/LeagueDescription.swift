/// A league as livegamed checks, routes and presents its events. `League` is the counterpart for
/// its source. Pure.
///
/// The defaults suit a league without a member of that kind.
package protocol LeagueDescription: Sendable {
  var id: LeagueID { get }

  /// Every club that the configuration can name.
  var clubs: [Club] { get }

  /// The positions by which people select players.
  var positions: [PositionName] { get }

  /// Types that only this league has, with the journal's `MESSAGE_ID` of each.
  var eventTypes: [EventType: String] { get }

  /// Tags that only this league has.
  var tags: [Tag] { get }

  /// Those of `tags` that reveal neither score nor result.
  var harmlessTags: Set<Tag> { get }

  /// An event with every member that an event can have, to try the operator's formats.
  var sample: Event { get }

  /// Returns which events can have a tag; nil if the league says nothing about it.
  func use(of tag: Tag) -> TagUse?

  /// Returns the members that events of a type can have.
  func use(of type: EventType) -> TypeUse

  /// Returns the importance of a play with these tags, from 0 to 4.
  func importance(of tags: [Tag]) -> Int

  /// The word for a period in text for people, such as `inning`.
  var periodName: String { get }

  /// Returns the number of the inning, period or the like, from 1; nil for an event without one.
  func period(of data: EventData) -> Int?

  /// Returns the members of an event in this inning, period or the like. `batting` is the side at bat, if one is.
  func members(inPeriod number: Int, batting: Side?) -> LeagueMembers

  /// Returns people in the league's own members.
  func people(in data: EventData) -> [Person]

  /// Returns the league's own members as text, under names such as `INNING`: the fields of a journal entry after
  /// `LIVEGAME_`, and the environment variables of a program after `LIVEGAMED_`.
  func fields(of data: EventData) -> [(name: String, value: String)]

  /// Returns the time of play, such as `Top 5th` or `Q4 2:10`.
  func place(of event: Event) -> String?

  /// Returns words for an event of the league's own types without score and result; nil if there are none.
  func harmlessWords(for event: Event) -> String?

  /// Returns the league's members that reveal neither score nor result.
  func harmlessMembers(of event: Event) -> LeagueMembers

  /// Returns the situation after an event, such as `1 out · runner on 1st`; nil if there is none.
  func situation(after event: Event) -> String?

  /// Returns the side whose event it is; nil if it is nobody's. The event's `team` and the colour of its message follow
  /// from it.
  func side(of event: Event) -> Side?

  /// Returns the side that bats at the event, for the conditions `batting` and `pitching` of a route; nil if none does.
  func battingSide(at event: Event) -> Side?

  /// Returns the state of play after an event, for home automation.
  func moment(after event: Event) -> GameMoment

  /// The kinds of events that home automation reacts to, the most telling first.
  var eventKinds: [EventKind] { get }

  /// Returns how good the predictions of these outcomes were, in one season or in all; nil for a league that predicts
  /// nothing.
  func record(of outcomes: [Event], season: Int?) -> PredictionRecord?

  /// Returns the colour of a team.
  func colour(of team: Team) -> TeamColour

  /// Returns monospaced texts about the state of a game, from its events in the order they were logged, without
  /// retracted ones.
  func scoreboard(_ events: [Event]) -> [String]

  /// Returns the league's web page about a game.
  func page(of game: EventGame) -> GamePage?

  /// The short code of the emoji for the league, as ntfy names it: `baseball`.
  var emoji: String? { get }

  /// Short codes of emoji for tags, the most important first.
  var tagEmoji: [(tag: Tag, code: String)] { get }
}

/// A league's web page about a game.
package struct GamePage: Equatable, Sendable {
  /// The league's name for such pages.
  package var title: String
  package var url: String

  package init(title: String, url: String) {
    (self.title, self.url) = (title, url)
  }
}

extension LeagueDescription {
  package var positions: [PositionName] { [] }
  package var eventTypes: [EventType: String] { [:] }
  package var tags: [Tag] { [] }
  package var harmlessTags: Set<Tag> { [] }
  package func use(of tag: Tag) -> TagUse? { nil }
  package func use(of type: EventType) -> TypeUse {
    TypeUse(hasPeriod: true, hasSideAtBat: true, hasScore: true, hasOdds: true)
  }
  package func importance(of tags: [Tag]) -> Int { 0 }
  package var periodName: String { "period" }
  package func period(of data: EventData) -> Int? { nil }
  package func members(inPeriod number: Int, batting: Side?) -> LeagueMembers { LeagueMembers() }
  package func people(in data: EventData) -> [Person] { [] }
  package func fields(of data: EventData) -> [(name: String, value: String)] { [] }
  package func place(of event: Event) -> String? { nil }
  package func harmlessWords(for event: Event) -> String? { nil }
  package func harmlessMembers(of event: Event) -> LeagueMembers { LeagueMembers() }
  package func situation(after event: Event) -> String? { nil }
  package func side(of event: Event) -> Side? { nil }
  package func battingSide(at event: Event) -> Side? { nil }
  package func moment(after event: Event) -> GameMoment {
    GameMoment(period: place(of: event), batting: battingSide(at: event))
  }
  package var eventKinds: [EventKind] { [] }
  package func scoreboard(_ events: [Event]) -> [String] { [] }
  package func record(of outcomes: [Event], season: Int?) -> PredictionRecord? { nil }
  package func page(of game: EventGame) -> GamePage? { nil }
  package var emoji: String? { nil }
  package var tagEmoji: [(tag: Tag, code: String)] { [] }

  package func colour(of team: Team) -> TeamColour { clubColour(of: team) }

  /// Returns the event with the abbreviation of the club whose event it is.
  package func attributed(_ event: Event) -> Event {
    var event = event
    event.data.team = side(of: event).map { event.data.game.team($0).abbreviation }
    return event
  }

  /// Returns the colour of the club with the team's abbreviation; neutral for another team.
  package func clubColour(of team: Team) -> TeamColour {
    clubs.first { $0.abbreviations.contains(team.abbreviation) }?.colour ?? .neutral
  }
}
