extension Event {
  /// The same event without score, result or whatever they could be guessed from: what a phone may show of it.
  var withoutSpoilers: Event {
    var event = self
    (event.data.outs, event.data.score, event.data.bases, event.data.play) = (nil, nil, nil, nil)
    event.data.tags = data.tags.filter(Self.harmless.contains)
    event.data.summary = data.retracted ? "Something was taken back" : harmlessSummary
    if tellsNoResult { return event }
    event.data.players = []
    if data.tags.contains(.final) { event.data.inning = nil }
    return event
  }

  private static let harmless: Set<Tag> = [
    .start, .final, .catchUp, .warmup, .delay, .resume, .suspended, .postponed, .cancelled, .rescheduled,
    .lineup, .probablePitcher, .changed, .halfStart, .halfEnd, .degraded, .blocked, .stale, .recovered,
  ]

  /// Nothing of it depends on how the game goes.
  private var tellsNoResult: Bool { [.lineup, .source].contains(type) || data.tags.contains(.start) }

  private var harmlessSummary: String {
    if tellsNoResult { return data.summary }
    switch type {
    case .status: return statusWords + (data.reason.map { " (\($0))" } ?? "")
    case .inning: return data.inning.map(inningWords) ?? "Something happened"
    case .watch where data.tags.contains(.started): return "Worth a look now"
    default: return data.importance >= 3 ? "Something that matters happened" : "Something happened"
    }
  }

  private var statusWords: String {
    let words: [(Tag, String)] = [
      (.final, "Final"), (.catchUp, "Under way"), (.warmup, "Warming up"), (.delay, "Delayed"),
      (.resume, "Play resumes"), (.suspended, "Suspended"), (.postponed, "Postponed"), (.cancelled, "Cancelled"),
      (.rescheduled, data.scheduledStart.map { "New start time: \($0)" } ?? "New start time"),
    ]
    return words.first { data.tags.contains($0.0) }?.1 ?? "Something happened"
  }

  private func inningWords(_ inning: HalfInning) -> String {
    let name =
      switch (data.tags.contains(.halfEnd), inning.half) {
      case (false, .top): "Top"
      case (false, .bottom): "Bottom"
      case (true, .top): "Middle"
      case (true, .bottom): "End"
      }
    return "\(name) of the \(Ordinal.text(of: inning.number))"
  }
}
