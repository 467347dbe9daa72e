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
  /// The zone of the times in messages.
  var zone = LocalZone.utc

  /// The first part of the title of a simulated event.
  static let testMark = "Test"

  /// Returns a title such as `TOR 3, AZ 2 · Top 5th`, or only `TOR@AZ` if score and half-inning would spoil it. Not
  /// escaped.
  func title(_ event: Event) -> String {
    let data = event.data
    let score = score(inTitleOf: event).map { Self.standing($0, in: data.game) }
    let number = data.game.number > 1 ? "Game \(data.game.number)" : nil
    let mark = event.data.tags.contains(.test) ? Self.testMark : nil
    let parts = [mark, score ?? event.subject, number, place(event), data.late ? "late" : nil]
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
  /// that of the last play reveals the winner. A spoiler-free wording has none at all: it reveals which side bats.
  func place(_ event: Event) -> String? {
    if event.data.tags.contains(.final) { return "Final" }
    return isSpoilerFree ? nil : leagues[event.data.league].place(of: event)
  }

  /// Returns the league's page about the game; nil where none is known.
  func page(_ event: Event) -> GamePage? { leagues[event.data.league].page(of: event.data.game) }

  /// Returns the colour of the side whose event it is. Neutral if it is nobody's, or if the wording is spoiler-free.
  func colour(_ event: Event) -> TeamColour {
    guard !isSpoilerFree else { return .neutral }
    let league = leagues[event.data.league]
    return league.side(of: event).map { league.colour(of: event.data.game.team($0)) } ?? .neutral
  }

  /// Returns the summary, in which a new start time is local.
  func summary(_ event: Event) -> String { event.data.summary.showing(event.data.scheduledStart, in: zone) }

  private func put(_ event: Event, _ score: Score?, _ escape: @escaping Escape) -> String {
    var event = event
    event.data.summary = summary(event)
    let own = format?.text(of: event, escape: escape) ?? ""
    if own.contains(where: { !$0.isWhitespace }) { return own }
    let swing = Self.swing(of: event).map { " (\($0))" } ?? ""
    guard let score, score == event.data.score else { return escape(event.data.summary + swing) }
    return escape(event.data.summary.without(Self.standing(score, in: event.data.game)) + swing)
  }

  /// The smallest change of the chance to win that messages show. About one play in a hundred changes it so much.
  static let notableSwing = 0.15

  /// Returns how much an event improved the chance of one side to win, such as `+31 % for TOR`, if it did by much.
  static func swing(of event: Event) -> String? {
    guard let swing = event.data.odds?.swing, abs(swing) >= notableSwing, !event.data.retracted else { return nil }
    let side = swing > 0 ? event.data.game.home : event.data.game.away
    return "+\(Int((abs(swing) * 100).rounded())) % for \(side.abbreviation)"
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
