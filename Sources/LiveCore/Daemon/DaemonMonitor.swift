/// Status and metrics of a running daemon, read without its socket. Changes nothing, and reads the log at most about
/// once a second, however often it is called.
public final class DaemonMonitor: Sendable {
  /// Sources that exist once the daemon runs.
  struct Sources: Sendable {
    let log: EventLog
    let view: DaemonInfo
  }

  private struct State {
    var sources: Sources?
    var known: (survey: EventLog.Survey, of: [SinkInfo], at: ContinuousClock.Instant)?
  }

  let meters: Meters
  private let state = Locked(State())

  /// Time for which a survey of the log is reused; the same as for the socket's `status`.
  private static let freshness: Duration = .seconds(1)

  init(meters: Meters) { self.meters = meters }

  /// Starts to report from these sources.
  func open(_ sources: Sources) { state.withLock { $0.sources = sources } }

  /// Returns what the socket answers to `status`; nil before the daemon runs.
  public func status() async -> WatchLine? {
    guard let sources = state.withLock({ $0.sources }) else { return nil }
    let line = Reply.query(.status(await report(sources))).line()
    return try? WatchLine(bytes: line.dropLast())
  }

  /// Returns all metrics in Prometheus's text format, with its content type. Before the daemon runs, they are those of
  /// the process, and zeros.
  public func metrics() async -> (text: String, contentType: String) {
    var exposition = Exposition()
    if let sources = state.withLock({ $0.sources }) {
      meters.expect(sinks: sources.view.sinks().map(\.name))
      exposition.add(await report(sources))
      if let survey = await survey(sources.log, sources.view.sinks()) { exposition.add(survey.usage) }
    }
    exposition.add(ProcessUsage.now())
    meters.add(to: &exposition)
    return (exposition.text, Exposition.contentType)
  }

  /// Builds the report. When the log cannot be read, the report says so and lists no sinks.
  private func report(_ sources: Sources) async -> StatusReport {
    let sinks = sources.view.sinks()
    let survey = await survey(sources.log, sinks)
    return StatusReport(
      log: sources.log, view: sources.view,
      extent: survey?.extent ?? EventLog.Extent(oldest: sources.log.tail.newest + 1, newest: sources.log.tail.newest),
      clients: meters.clients, sinks: survey.map { SinkListing.Entry.all(of: sinks, $0.sinks, in: sources.log) } ?? [])
  }

  private func survey(_ log: EventLog, _ sinks: [SinkInfo]) async -> EventLog.Survey? {
    let now = ContinuousClock.now
    let known = state.withLock { $0.known }
    if let known, known.of == sinks, now - known.at < Self.freshness { return known.survey }
    do {
      let survey = try await log.survey(of: sinks.map(\.name))
      state.withLock { $0.known = (survey, sinks, now) }
      return survey
    } catch {
      log.health.failed(error)
      return nil
    }
  }
}

/// Metrics that are read from present state at the time of a scrape.
extension Exposition {
  mutating func add(_ report: StatusReport) {
    add(.healthy, report.healthy ? 1 : 0)
    add(.buildInfo, [.init(.version, Version.current)], 1)
    add(.startTime, report.since)
    add(.configGood, report.configTrouble == nil ? 1 : 0)
    for (league, source) in report.source {
      add(.sourceUp, [.init(.league, league)], source.state == .ok ? 1 : 0)
      add(.sourceGamesFailing, [.init(.league, league)], Double(source.gamesFailing ?? 0))
      add(.gamesWaiting, [.init(.league, league)], Double(source.gamesWaiting ?? 0))
    }
    for phase in GameStatus.Phase.allCases {
      add(.games, [.init(.status, phase.rawValue)], Double(report.games[phase.rawValue] ?? 0))
    }
    add(.gamesWatched, Double(report.watched))
    add(.gameMemory, Double(report.largestGame))
    add(.clients, Double(report.clients))
    add(.logOldest, Double(report.extent.oldest))
    add(.logNewest, Double(report.extent.newest))
    add(.logTrouble, report.logTrouble == nil ? 0 : 1)
    add(.ownLogDropped, Double(report.ownLog.dropped))
    for sink in report.sinks { add(sink) }
  }

  private mutating func add(_ sink: SinkListing.Entry) {
    let labels = [Metric.Label(.sink, sink.name)]
    add(.outboxWaiting, labels, Double(sink.waiting))
    add(.outboxDead, labels, Double(sink.dead))
    add(.sinkDisabled, labels, sink.disabled == nil ? 0 : 1)
    add(.sinkPausedUntil, sink.pausedUntil ?? Timestamp(milliseconds: 0), labels)
    if let delivered = sink.lastDelivered { add(.sinkLastDelivered, delivered, labels) }
  }

  mutating func add(_ usage: Retention.Usage) {
    add(.logBytes, [.init(.part, "used")], Double(usage.used))
    add(.logBytes, [.init(.part, "file")], Double(usage.file))
  }

  mutating func add(_ usage: ProcessUsage) {
    add(.processorTime, usage.processorTime.inSeconds)
    add(.residentMemory, Double(usage.residentBytes))
    add(.openFiles, Double(usage.openFiles))
    add(.mostOpenFiles, Double(usage.mostOpenFiles))
  }

  private mutating func add(_ metric: Metric, _ value: Double) { add(metric, [], value) }

  private mutating func add(_ metric: Metric, _ instant: Timestamp, _ labels: [Metric.Label] = []) {
    add(metric, labels, Double(instant.milliseconds) / 1000)
  }
}
