internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// Reloads the configuration on SIGHUP and by order of a client, one reload after the other. Logs the faults of a bad
/// one and keeps the old one in force.
struct Reload: Service {
  /// Reads the configuration from its source, with credentials that replace those of the start, if any are given.
  let read: @Sendable (Credentials?) throws(ConfigFaults) -> Config
  let settings: ActiveConfig
  let board: ServiceStatus
  let logger: Logger
  /// SIGHUPs, trapped since before the first configuration was applied.
  let hangUps: UnixSignalsSequence
  let orders: ReloadOrders
  /// The credentials that clients passed, since the last configuration that was not refused.
  private let credentials = Locked<Credentials?>(nil)

  init(
    settings: ActiveConfig, board: ServiceStatus, logger: Logger, hangUps: UnixSignalsSequence, orders: ReloadOrders,
    read: @escaping @Sendable (Credentials?) throws(ConfigFaults) -> Config
  ) {
    (self.settings, self.board, self.logger) = (settings, board, logger)
    (self.hangUps, self.orders, self.read) = (hangUps, orders, read)
  }

  func run() async throws {
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in hangUps.cancelOnGracefulShutdown() { orders.hangUp() } }
      group.addTask {
        for await order in orders.stream.cancelOnGracefulShutdown() {
          orders.settle(order, await reload(with: order.request.credentials))
        }
      }
    }
  }

  /// Reads and applies the configuration. Without `given`, the credentials stay what they are.
  @discardableResult
  func reload(with given: Credentials? = nil) async -> ReloadAnswer {
    await board.reloading()
    let answer = apply(given ?? credentials.withLock { $0 })
    await board.reloaded()
    return answer
  }

  private func apply(_ credentials: Credentials?) -> ReloadAnswer {
    do {
      let config = try read(credentials)
      let change = settings.commit(try settings.prepare(config), at: WallClock.now())
      self.credentials.withLock { $0 = credentials }
      log(change)
      let warnings = settings.warnings
      for warning in warnings { logger.warning("configuration warning", metadata: Fault.metadata(of: warning)) }
      return ReloadAnswer(changes: change.applied, needsRestart: change.needsRestart, warnings: warnings)
    } catch let faults as ConfigFaults {
      return refuse(because: faults.faults)
    } catch {
      return refuse(because: [error as? Fault ?? Fault(.configUnreadable, "\(error)")])
    }
  }

  private func log(_ change: ConfigChange) {
    if !change.applied.isEmpty || change.needsRestart.isEmpty {
      let words = ReloadAnswer.words(of: change.applied)
      logger.notice("configuration reloaded", metadata: [LogKey.changes: "\(words)"])
    }
    guard !change.needsRestart.isEmpty else { return }
    logger.warning(
      "settings wait for a restart", metadata: [LogKey.changes: "\(change.needsRestart.joined(separator: ", "))"])
  }

  /// Returns the place and the code of a fault, without its message: every local user may read the status, and a
  /// misplaced value may be a secret. The full message is logged.
  private static func outline(_ fault: Fault, of count: Int) -> String {
    (fault.place.map { "\($0) " } ?? "") + "[\(fault.code.rawValue)]" + (count > 1 ? " and \(count - 1) more" : "")
  }

  private func refuse(because faults: [Fault]) -> ReloadAnswer {
    for fault in faults {
      logger.error(
        "configuration not reloaded: the old one stays in force",
        metadata: Fault.metadata(of: fault))
    }
    settings.refuse(because: faults.first.map { Self.outline($0, of: faults.count) } ?? "")
    return ReloadAnswer(errors: faults)
  }
}
