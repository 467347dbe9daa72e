internal import LiveModel

/// The events of quiet hours, game by game: the standing of each, and the important plays.
struct DigestText: Sendable {
  /// One game of the digest.
  struct Game: Equatable, Sendable {
    var game: EventGame
    /// The final, or else the newest score, or else the newest known event.
    var standing: String
    /// Important plays and retractions, in the order they happened.
    var plays: [MessageLine]

    var lines: [MessageLine] { [.heading(standing)] + plays }
  }

  /// The lowest importance of a play that gets a line.
  static let importance = 3

  /// The games in the order of their first events.
  let games: [Game]

  /// Hides scores and plays if the wording is spoiler-free; `revealing` shows both, for parts that a platform hides.
  /// Escapes everything but the text of a format.
  init(
    _ deliverables: [DeliverableEvent], _ wording: Wording, revealing: Bool = false,
    escape: @escaping Wording.Escape = { $0 }
  ) {
    var wording = wording
    if revealing { wording.isSpoilerFree = false }
    let events = deliverables.map(\.event)
    let swings = Swings(events)
    games = events.byGame.compactMap { [wording] in
      Game($0, wording, hides: wording.isSpoilerFree, swings, escape)
    }
  }

  /// The title without a number.
  static let title = "While it was quiet"

  /// The title with the number of games, such as `While it was quiet: 3 games`.
  var title: String { "\(Self.title): \(games.count) games" }

  /// Returns every game's standing, then as many plays as fit, the most important first, and the number of omitted
  /// ones.
  func text(within room: Truncation) -> String { room.text(games.flatMap(\.lines)) }
}

extension DigestText {
  /// The plays of all games that moved their game most.
  fileprivate struct Swings {
    /// The largest number of plays that are named.
    private static let most = 3
    private static let ranks = ["the biggest swing", "the second biggest swing", "the third biggest swing"]

    /// In order, the biggest first.
    private let facts: [Fact]

    init(_ events: [Event]) {
      let notable = events.filter { $0.type != .status && Wording.swing(of: $0) != nil }
      // The newest revision of a fact counts.
      let newest = Dictionary(notable.map { ($0.data.fact, abs($0.data.odds?.swing ?? 0)) }) { $1 }
      facts = newest.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.prefix(Self.most).map(\.key)
    }

    func has(_ event: Event) -> Bool { facts.contains(event.data.fact) }

    /// Returns the play's place among the biggest swings, as the end of its line; empty for another play.
    func words(for event: Event) -> String {
      facts.firstIndex(of: event.data.fact).map { ", \(Self.ranks[$0])" } ?? ""
    }
  }
}

extension DigestText.Game {
  /// Returns nil without events.
  fileprivate init?(
    _ events: [Event], _ wording: Wording, hides: Bool, _ swings: DigestText.Swings, _ escape: @escaping Wording.Escape
  ) {
    let ordered = events.inOrderOfPlay
    // Retracted events say nothing about the current standing.
    let known = ordered.filter { !$0.data.retracted }
    guard let newest = known.last ?? ordered.last else { return nil }
    game = newest.data.game
    let headline = Self.headline(known, newest)
    standing = escape((hides ? Self.harmless(headline, wording) : Self.standing(headline, wording)).singleSpaced)
    plays =
      hides
      ? []
      : ordered.filter { $0.deservesLine || swings.has($0) }.map { event in
        let hasPlace = wording.format == nil && !event.data.tags.contains(.final)
        let place = hasPlace ? wording.place(event).map { "\($0): " } ?? "" : ""
        return MessageLine(
          text: "• " + escape(place) + wording.details(event, escape: escape) + escape(swings.words(for: event)),
          importance: swings.has(event) ? .max : event.data.importance)
      }
  }

  private static func headline(_ known: [Event], _ newest: Event) -> Event {
    if let final = known.last(where: { $0.data.tags.contains(.final) }) { return final }
    if newest.outweighsScore { return newest }
    return known.last { $0.data.score != nil } ?? newest
  }

  /// Returns a standing such as `TOR 3, AZ 2 · Final`, `TOR 1, AZ 0 · Top 5th`, or
  /// `Postponed: Toronto Blue Jays at Arizona Diamondbacks (Rain) · Game 2`.
  private static func standing(_ event: Event, _ wording: Wording) -> String {
    let wording = Wording(leagues: wording.leagues, zone: wording.zone)
    if event.data.retracted { return wording.title(event) }
    if event.data.tags.contains(.final), event.data.score != nil { return wording.title(event) }
    return event.outweighsScore || event.data.score == nil
      ? mark(event) + wording.summary(event) + number(event) : wording.title(event)
  }

  /// Returns a standing without spoilers, such as `TOR@AZ · Final`.
  private static func harmless(_ event: Event, _ wording: Wording) -> String {
    let wording = Wording(isSpoilerFree: true, leagues: wording.leagues, zone: wording.zone)
    let words = wording.withoutSpoilers(event.unmarked)
    return event.outweighsScore && !event.data.retracted
      ? mark(event) + "\(event.subject) · \(words.data.summary)" + number(event) : wording.title(words)
  }

  private static func mark(_ event: Event) -> String {
    event.data.tags.contains(.test) ? "\(Wording.testMark) · " : ""
  }

  private static func number(_ event: Event) -> String {
    event.data.game.number > 1 ? " · Game \(event.data.game.number)" : ""
  }
}

extension Event {
  /// Whether the event gets a line: an important play, and a final, whose sentence says more than the heading.
  /// Retractions always do, because they correct an earlier message.
  fileprivate var deservesLine: Bool {
    let isPlay = type != .status && data.importance >= DigestText.importance
    return data.retracted || data.tags.contains(.final) || isPlay
  }

  /// Whether the event says more about the game than its score: play is over, delayed or called off.
  fileprivate var outweighsScore: Bool {
    let tags: Set<Tag> = [.final, .postponed, .cancelled, .suspended, .delay]
    return type == .status && data.tags.contains(where: tags.contains)
  }
}
