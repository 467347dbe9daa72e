internal import LiveModel
internal import LivePlatform

/// Status and metrics of a running daemon, read without its socket. Changes nothing. Reads the log at most about once a
/// second, however often it is called, and shares what it reads with the socket's clients.
public final class DaemonMonitor: Sendable {
  /// Sources that exist once the daemon runs.
  struct Sources: Sendable {
    let log: EventLog
    let view: DaemonInfo
    let survey: OutboxSurvey
  }

  let meters: Meters
  private let sources = Locked<Sources?>(nil)

  init(meters: Meters) { self.meters = meters }

  /// Starts to report from these sources.
  func open(_ sources: Sources) { self.sources.withLock { $0 = sources } }

  /// Returns the same status as the socket; nil before the daemon runs.
  public func status() async -> DaemonStatus? {
    guard let sources = sources.withLock({ $0 }) else { return nil }
    return status(from: sources, try? await sources.survey.awaitOverview())
  }

  /// Returns all metrics in Prometheus's text format, with its content type. Before the daemon runs, they are those of
  /// the process, and zeros.
  public func metrics() async -> (text: String, contentType: String) {
    var exposition = Exposition()
    if let sources = sources.withLock({ $0 }) {
      meters.expect(sinks: sources.view.sinks().map(\.name))
      let overview = try? await sources.survey.awaitOverview()
      exposition.add(status(from: sources, overview))
      exposition.add(largestGame: sources.view.board().largest)
      if let overview { exposition.add(overview.usage) }
    }
    exposition.add(ProcessUsage.now())
    meters.add(to: &exposition)
    return (exposition.text, Exposition.contentType)
  }

  /// Builds the status. Without an overview the log could not be read: the status then says so and lists no sinks.
  private func status(from sources: Sources, _ overview: EventLog.Overview?) -> DaemonStatus {
    let newest = sources.log.tail.newest
    return DaemonStatus(
      sources.view, of: sources.log, extent: overview?.extent ?? EventLog.Extent(oldest: newest + 1, newest: newest),
      clients: meters.clients,
      sinks: overview.map { SinkListing.Entry.all(of: sources.view.sinks(), $0.sinks, in: sources.log) } ?? [])
  }
}

/// Metrics that are read from present state at the time of a scrape.
extension Exposition {
  mutating func add(_ status: DaemonStatus) {
    add(.healthy, status.isHealthy ? 1 : 0)
    add(.buildInfo, [.init(.version, Version.current)], 1)
    if let since = status.since { add(.startTime, since) }
    add(.configGood, status.configError == nil ? 1 : 0)
    for (league, source) in status.source ?? [:] {
      add(.sourceUp, [.init(.league, league)], source.state == .ok ? 1 : 0)
      add(.sourceGamesFailing, [.init(.league, league)], Double(source.gamesFailing ?? 0))
      add(.gamesWaiting, [.init(.league, league)], Double(source.gamesWaiting ?? 0))
      if let push = source.push { add(push, of: .init(.league, league)) }
    }
    for phase in GameStatus.Phase.allCases {
      add(.games, [.init(.status, phase.rawValue)], Double(status.games?[phase.rawValue] ?? 0))
    }
    add(.gamesWatched, Double(status.watched ?? 0))
    add(.clients, Double(status.clients ?? 0))
    add(.logOldest, Double(status.oldest ?? 0))
    add(.logNewest, Double(status.newest ?? 0))
    add(.logTrouble, status.logError == nil ? 0 : 1)
    add(.ownLogDropped, Double(status.ownLog?.dropped ?? 0))
    if let cluster = status.cluster { add(cluster) }
    for sink in status.sinks ?? [] where sink.state != .removed { add(sink) }
  }

  private mutating func add(_ push: PushState, of league: Metric.Label) {
    func add(_ metric: Metric, by name: Metric.Label.Name, _ values: [(String, Int)]) {
      for (value, count) in values { self.add(metric, [league, .init(name, value)], Double(count)) }
    }
    add(
      .pushGames, by: .state,
      [
        ("proving", push.proving), ("trusted", push.trusted), ("late", push.late), ("deaf", push.deaf),
        ("waiting", push.waiting), ("unavailable", push.unavailable),
      ])
    self.add(.pushOpenings, [league], Double(push.openings))
    add(
      .pushMessages, by: .outcome,
      [("new", push.messages), ("repeated", push.repeated), ("false", push.falsified)])
    add(.pushRevisions, by: .outcome, [("announced", push.announced), ("missed", push.missed)])
    add(.pushPolls, by: .outcome, [("fresh", push.polls - push.stale), ("stale", push.stale)])
  }

  private mutating func add(_ cluster: ClusterState) {
    add(.clusterWorks, cluster.error == nil ? 1 : 0)
    for (metric, count) in [
      (Metric.clusterWatchers, cluster.watchers), (.clusterGames, cluster.games), (.clusterSinks, cluster.sinks?.count),
      (.clusterBehind, cluster.behind),
    ] {
      if let count { add(metric, Double(count)) }
    }
  }

  mutating func add(largestGame bytes: Int) { add(.gameMemory, Double(bytes)) }

  private mutating func add(_ sink: SinkListing.Entry) {
    let labels = [Metric.Label(.sink, sink.name)]
    add(.outboxWaiting, labels, Double(sink.waiting ?? 0))
    add(.outboxDead, labels, Double(sink.dead ?? 0))
    add(.sinkDisabled, labels, sink.disabled == nil ? 0 : 1)
    add(.sinkFailing, labels, sink.state == .failing ? 1 : 0)
    add(.sinkLastDead, sink.lastDead ?? Timestamp(milliseconds: 0), labels)
    add(.sinkPaused, labels, sink.pausedSince == nil ? 0 : 1)
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
