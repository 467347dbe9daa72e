internal import LiveCore
internal import LiveModel

/// The value of the template `daemon/page`. Each card is a part of the stream.
struct DaemonPage: Sendable {
  var version: String
  var log: String
  var started: PageMoment?
  var state: StateCard
  var receivers: ReceiversCard
  var sources: SourcesCard
  var outbox: OutboxCard
  var corrections: CorrectionsCard
  var work: WorkCard
  var predictions: PredictionsCard?
  /// The form of the page; nil in a stream, which must not change what is being chosen.
  var form: WhyForm?

  init(_ status: DaemonStatus, log: String, games: [GameSummary], _ viewer: DaemonViewer) {
    version = status.version ?? ""
    self.log = log
    started = status.since.map(viewer.moment)
    state = StateCard(status, viewer)
    receivers = ReceiversCard(status.sinks ?? [], viewer)
    sources = SourcesCard(status, games, viewer)
    outbox = OutboxCard(nil, [], viewer)
    corrections = CorrectionsCard([], viewer)
    work = WorkCard(status, pages: nil, usage: nil)
    predictions = status.predictions.flatMap { $0.isEmpty ? nil : PredictionsCard($0) }
  }

  /// Changes when a card is added or removed.
  var arrangement: String { predictions == nil ? "daemon" : "daemon with predictions" }

  /// The cards as elements of a stream.
  var parts: [LiveElement] {
    [
      LiveElement("daemon-state", PageContent("daemon/state", state)),
      LiveElement("receivers", PageContent("daemon/receivers", receivers)),
      LiveElement("outbox", PageContent("daemon/outbox", outbox)),
      LiveElement("sources", PageContent("daemon/sources", sources)),
      LiveElement("work", PageContent("daemon/work", work)),
      LiveElement("corrections", PageContent("daemon/corrections", corrections)),
    ] + (predictions.map { [LiveElement("predictions", PageContent("daemon/predictions", $0))] } ?? [])
  }
}
