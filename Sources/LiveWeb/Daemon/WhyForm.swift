internal import LiveCore
internal import LiveModel

/// The form that asks for the reason why an event was sent or not, for the template `daemon/form`.
struct WhyForm: Sendable {
  var heading = "Why did I get this, or not?"
  var events: [Choice]
  var sinks: [Choice]

  struct Choice: Sendable {
    var value: String
    var label: String
    var isChosen: Bool
  }

  /// Events in the list.
  static let mostEvents = 30
  /// The longest label, in characters.
  private static let longest = 72

  /// Lists the newest revision of each fact, the newest event first. A chosen event that is not among them is added at
  /// the end.
  init(
    _ events: [SequencedEvent], chosen: String?, sinks: [String], sink: String?, _ viewer: DaemonViewer
  ) {
    var facts: Set<Fact> = []
    let newest = events.reversed().map(\.event).filter {
      viewer.mayShow($0) && facts.insert($0.data.fact).inserted
    }
    self.events = newest.prefix(Self.mostEvents).map { event in
      let time = viewer.zone.time(at: event.data.observedAt).onTwelveHourClock
      let words = viewer.preferences.hidesScores ? "event of \(time)" : event.data.summary
      return Choice(
        value: event.id, label: Self.short("\(event.subject) · \(words)"), isChosen: event.id == chosen)
    }
    if let chosen, !chosen.isEmpty, !self.events.contains(where: \.isChosen) {
      self.events.append(Choice(value: chosen, label: Self.short(chosen), isChosen: true))
    }
    self.sinks = sinks.map { Choice(value: $0, label: $0, isChosen: $0 == sink) }
  }

  /// Labels an event that is not among the newest.
  mutating func name(_ event: String, _ label: String) {
    guard let index = events.firstIndex(where: { $0.value == event && $0.label == Self.short(event) }) else { return }
    events[index].label = Self.short(label)
  }

  private static func short(_ text: String) -> String {
    text.count > longest ? text.prefix(longest - 1) + "…" : text
  }
}
