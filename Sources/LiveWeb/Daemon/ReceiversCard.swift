internal import LiveCore
internal import LiveModel

/// The table of the sinks, for the template `daemon/receivers`.
struct ReceiversCard: Sendable {
  var rows: [Row]

  struct Row: Sendable {
    /// The name in the configuration.
    var sink: String
    /// `Home Assistant`.
    var kind: String
    var mark: Mark
    /// `since 7:41 PM EDT: status 401 (check its url)`; nil if the state says all.
    var detail: String?
    var sent: PageMoment?
    var waiting: String
    var dead: String
  }

  /// A state in a few words, with the class of its colour.
  struct Mark: Sendable {
    var words: String
    var tone: String

    init(_ words: String, _ tone: String = "") { (self.words, self.tone) = (words, tone) }
  }

  init(_ sinks: [SinkListing.Entry], _ viewer: DaemonViewer) {
    rows = sinks.map { Row($0, viewer) }
  }
}

extension ReceiversCard.Row {
  init(_ sink: SinkListing.Entry, _ viewer: DaemonViewer) {
    func number(_ count: Int?) -> String { count.map { $0 == 0 ? "–" : "\($0)" } ?? "" }
    let words = sink.stateText(viewer.text)
    let rest = words.dropFirst((sink.state?.rawValue ?? "").count).drop { " :;".contains($0) }
    self.init(
      sink: sink.name, kind: sink.type.map { Self.kinds[$0] ?? SinkKinds.title(of: $0) ?? $0 } ?? "",
      mark: ReceiversCard.Mark(sink),
      detail: rest.isEmpty ? nil : String(rest), sent: sink.lastDelivered.map(viewer.moment),
      waiting: number(sink.waiting), dead: number(sink.dead))
  }

  /// Names of types that are shorter than those of `livegamed setup`.
  private static let kinds = ["webhook": "Webhook", "exec": "Program"]
}

extension ReceiversCard.Mark {
  init(_ sink: SinkListing.Entry) {
    switch sink.state {
    case .ok?: self.init("Up to date", "good")
    case .waiting?: self.init("Waiting", sink.error == nil ? "" : "warn")
    case .delayed?: self.init("Delayed")
    case .quiet?: self.init("Quiet hours")
    case .paused?: self.init("Paused", "warn")
    case .failing?: self.init("Failing", "hot")
    case .disabled?: self.init("Switched off", "hot")
    case .removed?: self.init("Removed", "warn")
    case let other?: self.init(other.rawValue.capitalizedFirst)
    case nil: self.init(sink.disabled == nil ? "Unknown" : "Switched off", sink.disabled == nil ? "" : "hot")
    }
  }
}
