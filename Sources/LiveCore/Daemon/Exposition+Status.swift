/// What stands somewhere anyway, at the time of a scrape.
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
