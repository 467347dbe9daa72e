/// From where a running daemon can be watched without its socket: what it counts, and how it stands. It changes
/// nothing, and reads the log about once a second at most, however often it is asked.
public final class DaemonMonitor: Sendable {
  /// The sources of the daemon's status, once it runs.
  struct Sources: Sendable {
    let log: EventLog
    let view: DaemonInfo
  }

  private struct State {
    var sight: Sources?
    var known: (survey: EventLog.Survey, of: [SinkInfo], at: ContinuousClock.Instant)?
  }

  let meters: Meters
  private let state = Locked(State())

  /// As for the socket's `status`, and for the same reason.
  private static let freshness: Duration = .seconds(1)

  init(meters: Meters) { self.meters = meters }

  /// The daemon begins.
  func open(_ sight: Sources) { state.withLock { $0.sight = sight } }

  /// The socket's answer to `status`; nil before the daemon runs.
  public func status() async -> WatchLine? {
    guard let sight = state.withLock({ $0.sight }) else { return nil }
    let line = Reply.query(.status(await report(sight))).line()
    return try? WatchLine(bytes: line.dropLast())
  }

  /// All metrics in Prometheus's text format, with the content type that goes with it. Before the daemon runs they are
  /// those of the process, and zeros.
  public func metrics() async -> (text: String, contentType: String) {
    var exposition = Exposition()
    if let sight = state.withLock({ $0.sight }) {
      meters.expect(sinks: sight.view.sinks().map(\.name))
      exposition.add(await report(sight))
      if let survey = await survey(sight.log, sight.view.sinks()) { exposition.add(survey.usage) }
    }
    exposition.add(ProcessUsage.now())
    meters.add(to: &exposition)
    return (exposition.text, Exposition.contentType)
  }

  /// Of a log that cannot be read it says that, and nothing of the sinks.
  private func report(_ sight: Sources) async -> StatusReport {
    let sinks = sight.view.sinks()
    let survey = await survey(sight.log, sinks)
    return StatusReport(
      log: sight.log, view: sight.view,
      extent: survey?.extent ?? EventLog.Extent(oldest: sight.log.tail.newest + 1, newest: sight.log.tail.newest),
      clients: meters.clients, sinks: survey.map { SinkListing.Entry.all(of: sinks, $0.sinks, in: sight.log) } ?? [])
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

/// Metrics that are read from the status at each scrape.
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
    if let told = sink.lastDelivered { add(.sinkLastDelivered, told, labels) }
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
