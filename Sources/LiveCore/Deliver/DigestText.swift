/// The digest after quiet hours: for each game its state and its important plays.
struct DigestText: Sendable {
  /// One game of it.
  struct Game: Equatable, Sendable {
    var game: EventGame
    /// How it stands: the final, else the newest score, else the newest that is known.
    var standing: String
    /// Important plays and retractions, in order of play.
    var plays: [MessageLine]

    var lines: [MessageLine] { [.heading(standing)] + plays }
  }

  /// From this importance on, a play is worth a line.
  static let importance = 3

  /// In the order in which they were first heard of.
  let games: [Game]

  /// Where scores are not to be seen, neither are plays; `revealing` shows both, for what a platform hides. Everything
  /// but a format's own text is escaped.
  init(
    _ deliverables: [DeliverableEvent], _ wording: Wording, revealing: Bool = false,
    escape: @escaping Wording.Escape = { $0 }
  ) {
    let hides = wording.isSpoilerFree && !revealing
    games = deliverables.map(\.event).byGame.compactMap { Game($0, wording, hides: hides, escape) }
  }

  /// Where nothing else is to be said of it.
  static let title = "While it was quiet"

  /// `While it was quiet: 3 games`
  var title: String { "\(Self.title): \(games.count) games" }

  /// Every game's standing, then as many plays as there is room for, the most important first; what is left out is
  /// counted.
  func text(within room: Truncation) -> String { room.text(games.flatMap(\.lines)) }
}

extension DigestText.Game {
  /// Nil without events.
  fileprivate init?(_ events: [Event], _ wording: Wording, hides: Bool, _ escape: @escaping Wording.Escape) {
    let ordered = events.inOrderOfPlay
    // A retracted play says nothing about the current state.
    let known = ordered.filter { !$0.data.retracted }
    guard let newest = known.last ?? ordered.last else { return nil }
    game = newest.data.game
    let headline = Self.headline(known, newest)
    standing = escape((hides ? Self.harmless(headline) : Self.standing(headline)).onOneLine)
    plays =
      hides
      ? []
      : ordered.filter(\.isWorthALine).map { event in
        let place = wording.format == nil ? Wording.place(event).map { "\($0): " } ?? "" : ""
        return MessageLine(
          text: "• " + escape(place) + wording.details(event, escape: escape), importance: event.data.importance)
      }
  }

  private static func headline(_ known: [Event], _ newest: Event) -> Event {
    if let final = known.last(where: { $0.data.tags.contains(.final) }) { return final }
    if newest.speaksForTheGame { return newest }
    return known.last { $0.data.score != nil } ?? newest
  }

  /// `Final/11: TOR 3, AZ 2`, `TOR 1, AZ 0 · Top 5th`,
  /// `Postponed: Toronto Blue Jays at Arizona Diamondbacks (Rain) · Game 2`
  private static func standing(_ event: Event) -> String {
    if event.data.retracted { return Wording().title(event) }
    return event.speaksForTheGame || event.data.score == nil
      ? event.data.summary + number(event) : Wording().title(event)
  }

  /// `TOR@AZ · Final`
  private static func harmless(_ event: Event) -> String {
    let words = event.unmarked.withoutSpoilers
    return event.speaksForTheGame && !event.data.retracted
      ? "\(event.subject) · \(words.data.summary)" + number(event) : Wording(isSpoilerFree: true).title(words)
  }

  private static func number(_ event: Event) -> String {
    event.data.game.number > 1 ? " · Game \(event.data.game.number)" : ""
  }
}

extension Event {
  /// Whether the play gets a line. A retraction does: the retracted play was sent before.
  fileprivate var isWorthALine: Bool {
    data.retracted || type != .status && data.importance >= DigestText.importance
  }

  /// Play is over, or waits: more than the score says.
  fileprivate var speaksForTheGame: Bool {
    let tags: Set<Tag> = [.final, .postponed, .cancelled, .suspended, .delay]
    return type == .status && data.tags.contains(where: tags.contains)
  }
}

extension [Event] {
  /// Each game's, in the order in which they were first heard of.
  var byGame: [[Event]] {
    var (games, places): ([[Event]], [Int: Int]) = ([], [:])
    for event in self {
      if let place = places[event.data.game.id] {
        games[place].append(event)
      } else {
        places[event.data.game.id] = games.count
        games.append([event])
      }
    }
    return games
  }

  /// By when it happened; of the same instant, as they stand. A play that was corrected late stays where it was.
  var inOrderOfPlay: [Event] {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
