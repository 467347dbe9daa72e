internal import LiveModel
internal import LivePlatform
internal import ServiceLifecycle

/// The record of the predictions whose outcomes are in the log. It is computed again only after a new outcome.
final class PredictionBook: Service, Sendable {
  private struct Page {
    var newest: Int?
    var whole: [PredictionRecord] = []
  }

  private let log: EventLog
  private let leagues: Leagues
  private let page = Locked(Page())

  /// Time between two looks at the log, for the line in the status.
  private static let interval: Duration = .seconds(300)

  init(log: EventLog, leagues: Leagues) { (self.log, self.leagues) = (log, leagues) }

  /// The records of all seasons together, one for each league with an outcome; at most `interval` old.
  var records: [PredictionRecord] { page.withLock { $0.whole } }

  /// Returns the records of a season, or of all, one for each league with an outcome. Throws the log's error.
  func records(of season: Int?) async throws -> [PredictionRecord] {
    if let season { return leagues.records(of: try await log.outcomes(), season: season) }
    try await refresh()
    return records
  }

  func run() async throws {
    while !Task.isShuttingDownGracefully {
      // A log that cannot be read is reported by its own health.
      try? await refresh()
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) }
      if Task.isCancelled { return }
    }
  }

  private func refresh() async throws {
    let newest = try await log.newestOutcome()
    guard newest != page.withLock({ $0.newest }) else { return }
    let whole = leagues.records(of: try await log.outcomes(), season: nil)
    page.withLock { $0 = Page(newest: newest, whole: whole) }
  }
}

extension Leagues {
  /// Returns the records of the leagues that have an outcome.
  fileprivate func records(of outcomes: [Event], season: Int?) -> [PredictionRecord] {
    ids.compactMap { id in
      let own = outcomes.filter { $0.data.league == id }
      return self[id].record(of: own, season: season).flatMap { $0.games > 0 ? $0 : nil }
    }
  }
}
