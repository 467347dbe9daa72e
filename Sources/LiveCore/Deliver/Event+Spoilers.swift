extension Event {
  /// The same event without score, result or whatever they could be guessed from: what a phone may show of it.
  var withoutSpoilers: Event {
    var event = self
    (event.data.outs, event.data.score, event.data.bases, event.data.play) = (nil, nil, nil, nil)
    event.data.tags = data.tags.filter(Self.harmless.contains)
    event.data.summary = harmlessWords ?? vagueWords
    if tellsNoResult { return event }
    event.data.players = []
    if data.tags.contains(.final) { event.data.inning = nil }
    return event
  }

  /// More can be said of it than that something happened.
  var hasHarmlessWords: Bool { harmlessWords != nil }

  private static let harmless: Set<Tag> = [
    .start, .final, .catchUp, .warmup, .delay, .resume, .suspended, .postponed, .cancelled, .rescheduled,
    .lineup, .probablePitcher, .changed, .halfStart, .halfEnd, .degraded, .blocked, .stale, .recovered,
  ]

  /// Nothing of it depends on how the game goes.
  private var tellsNoResult: Bool { [.lineup, .source].contains(type) || data.tags.contains(.start) }

  private var harmlessWords: String? {
    if tellsNoResult { return data.summary }
    switch type {
    case .status: return statusWords.map { words in words + (data.reason.map { " (\($0))" } ?? "") }
    case .inning: return Wording.place(self, joint: " of the ")
    case .watch where data.tags.contains(.started): return "Worth a look now"
    default: return nil
    }
  }

  private var vagueWords: String {
    data.importance >= 3 ? "Something that matters happened" : "Something happened"
  }

  private var statusWords: String? {
    let words: [(Tag, String)] = [
      (.final, "Final"), (.catchUp, "Under way"), (.warmup, "Warming up"), (.delay, "Delayed"),
      (.resume, "Play resumes"), (.suspended, "Suspended"), (.postponed, "Postponed"), (.cancelled, "Cancelled"),
      (.rescheduled, data.scheduledStart.map { "New start time: \($0)" } ?? "New start time"),
    ]
    return words.first { data.tags.contains($0.0) }?.1
  }
}
