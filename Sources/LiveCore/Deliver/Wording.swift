/// How an event is put to people: shared by every sink that they read.
struct Wording: Sendable {
  /// Neither score nor result where a notification shows them.
  var isSpoilerFree = false
  /// The operator's own text for one event; nil for the summary.
  var format: TextFormat?

  /// `TOR 3, AZ 2 · Top 5th`; without the score where that would spoil it.
  func title(_ event: Event) -> String {
    let game = event.data.game
    let teams =
      event.data.score.map { score in
        "\(game.away.abbreviation) \(score.away), \(game.home.abbreviation) \(score.home)"
      }
    let inning = event.data.inning.map { " · \($0.half == .top ? "Top" : "Bottom") \(Ordinal.text(of: $0.number))" }
    return (isSpoilerFree ? event.subject : teams ?? event.subject) + (inning ?? "")
  }

  /// What happened: the operator's format, or the event's summary. Not escaped.
  func text(_ event: Event) -> String { format?.text(of: event) ?? event.data.summary }
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
