internal import LiveModel

/// The presentation of an event to people, shared by all chat sinks.
struct Wording: Sendable {
  /// A function that escapes a text for a platform's markup.
  typealias Escape = @Sendable (String) -> String

  /// Whether notifications must show neither score nor result.
  var isSpoilerFree = false
  /// The operator's own text for one event; nil for the summary.
  var format: TextFormat?
  var leagues = Leagues.known

  /// Returns a title such as `TOR 3, AZ 2 · Top 5th`, without the score if that would spoil it. Not escaped.
  func title(_ event: Event) -> String {
    let data = event.data
    let score = score(inTitleOf: event).map { Self.standing($0, in: data.game) }
    let number = data.game.number > 1 ? "Game \(data.game.number)" : nil
    let parts = [score ?? event.subject, number, place(event), data.late ? "late" : nil]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  /// Returns the event for the title of several events of a game: the newest that is not retracted.
  static func headline(of events: [Event]) -> Event? { events.last { !$0.data.retracted } ?? events.last }

  /// Returns the score to show; nil if the wording is spoiler-free or the event retracted, because its score is no
  /// longer true.
  func score(inTitleOf event: Event) -> Score? { isSpoilerFree || event.data.retracted ? nil : event.data.score }

  /// Returns the operator's format or the event's summary, with a mark if the event or the message (`isCorrection`) is
  /// a correction. A spoiler-free wording replaces the text by harmless words. `score` already stands above the text
  /// and is not repeated. Everything is escaped except the format's own text.
  func text(
    _ event: Event, isCorrection: Bool = false, under score: Score? = nil, escape: @escaping Escape = { $0 }
  ) -> String {
    guard isSpoilerFree else { return details(event, isCorrection: isCorrection, under: score, escape: escape) }
    let mark = CorrectionMark(event, isCorrection: isCorrection)
    let harmless = withoutSpoilers(event.unmarked)
    if let mark, harmlessWords(for: event) == nil { return escape(mark.vague) }
    return (mark?.rawValue ?? "") + put(harmless, score, escape)
  }

  /// Returns the text with spoilers, for parts that a platform hides until the reader opens them.
  func details(
    _ event: Event, isCorrection: Bool = false, under score: Score? = nil, escape: @escaping Escape = { $0 }
  ) -> String {
    (CorrectionMark(event, isCorrection: isCorrection)?.rawValue ?? "")
      + put(event.unmarked, event.data.retracted ? event.data.score : score, escape)
  }

  /// Returns the text that a retracted event had before.
  func struck(_ event: Event, escape: @escaping Escape = { $0 }) -> String { put(event.unmarked, nil, escape) }

  /// Returns a score such as `TOR 3, AZ 2`.
  static func standing(_ score: Score, in game: EventGame) -> String {
    "\(game.away.abbreviation) \(score.away), \(game.home.abbreviation) \(score.home)"
  }

  /// Returns the time of play, such as `Top 5th`, or `Final`; nil before the game. A final has no time of play, because
  /// that of the last play reveals the winner.
  func place(_ event: Event) -> String? {
    if event.data.tags.contains(.final) { return "Final" }
    return leagues[event.data.league].place(of: event)
  }

  /// Returns the league's page about the game; nil where none is known.
  func page(_ event: Event) -> GamePage? { leagues[event.data.league].page(of: event.data.game) }

  /// Returns the colour of the side whose event it is. Neutral if it is nobody's, or if a final's colour would be a
  /// spoiler.
  func colour(_ event: Event) -> TeamColour {
    guard !event.data.tags.contains(.final) || !isSpoilerFree else { return .neutral }
    let league = leagues[event.data.league]
    return league.side(of: event).map { league.colour(of: event.data.game.team($0)) } ?? .neutral
  }

  private func put(_ event: Event, _ score: Score?, _ escape: @escaping Escape) -> String {
    let own = format?.text(of: event, escape: escape) ?? ""
    if own.contains(where: { !$0.isWhitespace }) { return own }
    guard let score, score == event.data.score else { return escape(event.data.summary) }
    return escape(event.data.summary.without(Self.standing(score, in: event.data.game)))
  }
}

extension String {
  /// Removes a standing from a summary such as `Somebody doubles. TOR 3, AZ 2` or
  /// `Middle of the 5th: TOR 3, AZ 2; no-hitter intact`.
  fileprivate func without(_ standing: String) -> String {
    guard let range = ranges(of: " \(standing)").last else { return self }
    let tail = self[range.upperBound...]
    guard tail.first.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return self }
    var head = self[..<range.lowerBound]
    if let last = head.last, ":,".contains(last) { head.removeLast() }
    return head.allSatisfy(\.isWhitespace) ? self : String(head + tail)
  }
}

/// Texts without spoilers.
extension Wording {
  /// Returns the event without score, result, or anything that reveals them, for notifications.
  func withoutSpoilers(_ event: Event) -> Event {
    let league = leagues[event.data.league]
    var harmless = event
    harmless.data.score = nil
    harmless.data.members = league.harmlessMembers(of: event)
    harmless.data.tags = event.data.tags.filter { Self.harmlessTags.contains($0) || league.harmlessTags.contains($0) }
    harmless.data.summary = harmlessWords(for: event) ?? Self.vagueWords(for: event)
    if !Self.revealsNothing(event) { (harmless.data.players, harmless.data.team) = ([], nil) }
    return harmless
  }

  private static let harmlessTags: Set<Tag> = [
    .start, .final, .catchUp, .warmup, .delay, .resume, .suspended, .postponed, .cancelled, .rescheduled, .lineup,
    .changed, .degraded, .blocked, .stale, .recovered,
  ]

  /// Returns whether the event is independent of the course of the game.
  private static func revealsNothing(_ event: Event) -> Bool {
    [.lineup, .source].contains(event.type) || event.data.tags.contains(.start)
  }

  /// Returns a text that says more than that something happened; nil if there is none.
  private func harmlessWords(for event: Event) -> String? {
    if Self.revealsNothing(event) { return event.data.summary }
    switch event.type {
    case .status: return Self.statusWords(for: event).map { $0 + (event.data.reason.map { " (\($0))" } ?? "") }
    case .watch where event.data.tags.contains(.started): return "Worth a look now"
    default: return leagues[event.data.league].harmlessWords(for: event)
    }
  }

  private static func vagueWords(for event: Event) -> String {
    event.data.importance >= 3 ? "Something that matters happened" : "Something happened"
  }

  private static func statusWords(for event: Event) -> String? {
    let words: [(Tag, String)] = [
      (.final, "Final"), (.catchUp, "Under way"), (.warmup, "Warming up"), (.delay, "Delayed"),
      (.resume, "Play resumes"), (.suspended, "Suspended"), (.postponed, "Postponed"), (.cancelled, "Cancelled"),
      (.rescheduled, event.data.scheduledStart.map { "New start time: \($0)" } ?? "New start time"),
    ]
    return words.first { event.data.tags.contains($0.0) }?.1
  }
}
