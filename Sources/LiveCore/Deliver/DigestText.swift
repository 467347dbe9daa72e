/// What came while a receiver wanted nothing, game by game: how each stands, and the plays that matter.
struct DigestText: Sendable {
  /// One game of it.
  struct Game: Equatable, Sendable {
    var game: EventGame
    /// How it stands: the final, else the newest score, else the newest that is known.
    var standing: String
    /// What mattered, in the order it happened.
    var plays: [Play]
  }

  /// A play as one line.
  struct Play: Equatable, Sendable {
    var importance: Int
    var text: String
  }

  /// From this importance on, a play is worth a line.
  static let importance = 3

  /// In the order in which they were first heard of.
  let games: [Game]

  /// What was taken back is left out. Where scores are not to be seen, neither are plays; `revealing` shows both, for
  /// what a platform hides. Everything but a format's own text is escaped.
  init(
    _ tellings: [Telling], _ wording: Wording, revealing: Bool = false, escape: @escaping Wording.Escape = { $0 }
  ) {
    let events = tellings.map(\.event).filter { !$0.data.retracted }
    var order: [Int] = []
    for id in events.map(\.data.game.id) where !order.contains(id) { order.append(id) }
    let hides = wording.isSpoilerFree && !revealing
    games = order.compactMap { id in
      Game(events.filter { $0.data.game.id == id }, wording, hides: hides, escape)
    }
  }

  /// Every game's standing, then as many plays as there is room for, the most important first; what is left out is
  /// counted. A blank line stands between games, a bullet before plays.
  func text(within room: Truncation) -> String {
    let lines = games.flatMap { game in
      [Line(text: game.standing, importance: .max)]
        + game.plays.map { Line(text: "• \($0.text)", importance: $0.importance) }
    }
    return Line.joined(lines, within: room)
  }

  /// One game's plays alone, in the same way.
  static func text(of plays: [Play], within room: Truncation) -> String {
    Line.joined(plays.map { Line(text: "• \($0.text)", importance: $0.importance) }, within: room)
  }
}

extension DigestText.Game {
  /// Nil without events.
  fileprivate init?(_ events: [Event], _ wording: Wording, hides: Bool, _ escape: @escaping Wording.Escape) {
    let ordered = events.inOrderOfPlay
    guard let newest = ordered.last else { return nil }
    game = newest.data.game
    let final = ordered.last { $0.data.tags.contains(.final) }
    let headline = Self.headline(final: final, ordered, newest)
    let number = game.number > 1 ? " · Game \(game.number)" : ""
    standing = escape(hides ? Self.harmless(headline) + number : Self.standing(headline) + number)
    plays =
      hides
      ? []
      : ordered.filter { $0.data.importance >= DigestText.importance && $0.type != .status }.map { event in
        let place = wording.format == nil ? Wording.place(event).map { "\($0): " } ?? "" : ""
        return DigestText.Play(
          importance: event.data.importance, text: escape(place) + wording.details(event, escape: escape))
      }
  }

  private static func headline(final: Event?, _ ordered: [Event], _ newest: Event) -> Event {
    if let final { return final }
    if newest.speaksForTheGame { return newest }
    return ordered.last { $0.data.score != nil } ?? newest
  }

  /// `Final/11: TOR 3, AZ 2`, `TOR 1, AZ 0 · Top 5th`, `Postponed: Toronto Blue Jays at Arizona Diamondbacks (Rain)`
  private static func standing(_ event: Event) -> String {
    event.speaksForTheGame || event.data.score == nil ? event.data.summary : Wording().title(event)
  }

  /// `TOR@AZ · Final`
  private static func harmless(_ event: Event) -> String {
    let words = event.withoutSpoilers
    return event.speaksForTheGame
      ? "\(event.subject) · \(words.data.summary)" : Wording(isSpoilerFree: true).title(words)
  }
}

extension Event {
  /// Play is over, or waits: more than the score says.
  fileprivate var speaksForTheGame: Bool {
    let tags: Set<Tag> = [.final, .postponed, .cancelled, .suspended, .delay]
    return type == .status && data.tags.contains(where: tags.contains)
  }
}

/// A line of a text that may lose some of them.
private struct Line {
  var text: String
  var importance: Int

  /// Standings come before plays, whatever their order.
  static func joined(_ lines: [Line], within room: Truncation) -> String {
    var kept = Set(lines.indices)
    // The least important go first, of equals the latest.
    let order = lines.indices.sorted { (lines[$0].importance, -$0) < (lines[$1].importance, -$1) }
    var text = joined(lines, kept)
    for index in order {
      guard room.unit.count(text) > room.limit, kept.count > 1 else { break }
      kept.remove(index)
      text = joined(lines, kept)
    }
    return room.fit(text)
  }

  private static func joined(_ lines: [Line], _ kept: Set<Int>) -> String {
    let text = lines.indices.filter(kept.contains).map { index in
      (lines[index].importance == .max && index > 0 ? "\n" : "") + lines[index].text
    }
    let missing = lines.count - kept.count
    return (text + (missing > 0 ? ["… \(missing) more"] : [])).joined(separator: "\n")
  }
}

extension [Event] {
  /// By when it happened; of the same instant, as they stand. A play that was corrected late stays where it was.
  var inOrderOfPlay: [Event] {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
