/// How an event is put to people: shared by every sink that they read.
struct Wording: Sendable {
  /// What stands for a text in a platform's markup.
  typealias Escape = @Sendable (String) -> String

  /// Neither score nor result where a notification shows them.
  var isSpoilerFree = false
  /// The operator's own text for one event; nil for the summary.
  var format: TextFormat?

  /// `TOR 3, AZ 2 · Top 5th`; without the score where that would spoil it. Not escaped.
  func title(_ event: Event) -> String {
    let data = event.data
    let score = isSpoilerFree ? nil : data.score.map { Self.standing($0, in: data.game) }
    let number = data.game.number > 1 ? "Game \(data.game.number)" : nil
    let parts = [score ?? event.subject, number, Self.place(event), data.late ? "late" : nil]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  /// What happened: the operator's format, or the event's summary. Where that would spoil it, what may be said instead.
  /// Not escaped.
  func text(_ event: Event) -> String { text(event) { $0 } }

  /// The same in a platform's markup: all but the format's own text is escaped.
  func text(_ event: Event, escape: @escaping Escape) -> String {
    isSpoilerFree ? told(event.withoutSpoilers, escape) : told(event, escape)
  }

  /// What happened, whatever it spoils: for what a platform hides until it is asked for.
  func details(_ event: Event, escape: @escaping Escape = { $0 }) -> String { told(event, escape) }

  /// The same for what people heard otherwise before.
  func correction(_ event: Event, escape: @escaping Escape = { $0 }) -> String {
    var event = event
    if ![Self.corrected, Self.takenBack].contains(where: event.data.summary.hasPrefix) {
      event.data.summary = Self.corrected + event.data.summary
    }
    return told(event, escape)
  }

  /// What a retracted event said before it was taken back.
  func struck(_ event: Event, escape: @escaping Escape = { $0 }) -> String {
    var event = event
    event.data.summary = String(event.data.summary.trimmingPrefix(Self.takenBack))
    return told(event, escape)
  }

  /// `TOR 3, AZ 2`
  static func standing(_ score: Score, in game: EventGame) -> String {
    "\(game.away.abbreviation) \(score.away), \(game.home.abbreviation) \(score.home)"
  }

  /// `Top 5th`, `Middle 5th`, or `Final`: the half-inning of a last play tells who has won. Nil before the game.
  static func place(_ event: Event) -> String? {
    if event.data.tags.contains(.final) { return "Final" }
    return event.data.inning.map { inning in
      let isOver = event.data.tags.contains(.halfEnd)
      let half = inning.half == .top ? (isOver ? "Middle" : "Top") : (isOver ? "End" : "Bottom")
      return "\(half) \(Ordinal.text(of: inning.number))"
    }
  }

  /// How the summary of a corrected revision begins.
  static let corrected = "Corrected: "
  /// How that of a retraction begins.
  private static let takenBack = "Taken back: "

  private func told(_ event: Event, _ escape: @escaping Escape) -> String {
    let own = format?.text(of: event, escape: escape) ?? ""
    return own.contains { !$0.isWhitespace } ? own : escape(event.data.summary)
  }
}

/// `1st`, `2nd`, `3rd`, `11th`
enum Ordinal {
  static func text(of number: Int) -> String {
    switch (number % 100, number % 10) {
    case (11...13, _): "\(number)th"
    case (_, 1): "\(number)st"
    case (_, 2): "\(number)nd"
    case (_, 3): "\(number)rd"
    default: "\(number)th"
    }
  }
}
