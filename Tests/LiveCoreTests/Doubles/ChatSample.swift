@testable import LiveCore

/// Events as people are told of them, all of one made-up game unless said otherwise.
enum ChatSample {
  /// The sample play, changed.
  static func event(_ change: (inout Event) -> Void = { _ in }) -> Event {
    var event = Event.sample
    change(&event)
    return event
  }

  static func deliverable(_ change: (inout Event) -> Void = { _ in }) -> DeliverableEvent {
    DeliverableEvent(event: event(change), line: [])
  }

  /// A play so many minutes after the first pitch.
  static func play(
    _ half: String, minute: Int, score: Score, importance: Int = 4, _ summary: String = "", game: Int = 900_001,
    _ change: (inout Event) -> Void = { _ in }
  ) -> DeliverableEvent {
    deliverable { event in
      event.data.fact = Fact(rawValue: "mlb/\(game)/\(half)/pa/1/\(minute)")
      event.data.game.id = game
      event.time = SampleEvents.start + .seconds(60 * minute)
      event.data.inning = inning(half)
      event.data.score = score
      event.data.importance = importance
      event.data.summary = summary.isEmpty ? "Play \(minute)." : summary
      event.data.tags = []
      change(&event)
    }
  }

  static func final(minute: Int, score: Score, game: Int = 900_001, half: String = "9-top") -> DeliverableEvent {
    play(half, minute: minute, score: score, "Final: TOR \(score.away), AZ \(score.home)", game: game) { event in
      event.type = .status
      event.data.tags = [.final]
      event.data.game.status = .final
    }
  }

  /// `5-top`
  static func inning(_ text: String) -> HalfInning {
    let parts = text.split(separator: "-")
    return HalfInning(number: Int(parts[0]) ?? 0, half: parts[1] == "top" ? .top : .bottom)
  }

  /// Text that breaks what counts or cuts carelessly.
  static func awkward(_ length: Int, by generator: inout SplitMix) -> String {
    let pieces = [
      "a", "Peña ", "👨‍👩‍👧‍👦", "e\u{301}\u{302}\u{303}", "🇨🇦", " ", "\n", "**", "||", "~~", "\\", "`", "```", "_", "<@1>",
      "\u{200B}", "\u{202E}", "\"", "\u{0}", "\t", "# ", "> ", "- ", "[x](y)", "界", "word ", "\r\n",
      "\u{1F469}\u{1F3FD}",
    ]
    return (0..<length).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }
}
