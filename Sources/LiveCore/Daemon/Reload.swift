internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// SIGHUP: reads the configuration anew and puts it in force, or says what is wrong with it and leaves the old one.
struct Reload: Service {
  /// Reads it from where it came.
  let read: @Sendable () throws(ConfigFaults) -> Config
  let settings: ActiveConfig
  let board: ServiceStatus
  let logger: Logger
  /// Heard since before the configuration was put in force first.
  let hangUps: UnixSignalsSequence

  func run() async throws {
    for await _ in hangUps.cancelOnGracefulShutdown() { await reload() }
  }

  func reload() async {
    await board.reloading()
    do {
      let next = try settings.prepare(try read())
      tell(settings.commit(next, at: WallClock.now()))
    } catch let faults as ConfigFaults {
      refuse(because: faults.faults)
    } catch {
      refuse(because: [error as? Fault ?? Fault(.configUnreadable, "\(error)")])
    }
    await board.reloaded()
  }

  private func tell(_ change: ConfigChange) {
    let applied = change.applied.isEmpty ? "nothing" : change.applied.joined(separator: ", ")
    logger.notice("configuration reloaded", metadata: [LogKey.changes: "\(applied)"])
    guard !change.needsRestart.isEmpty else { return }
    logger.warning(
      "settings wait for a restart", metadata: [LogKey.changes: "\(change.needsRestart.joined(separator: ", "))"])
  }

  /// Everybody may read the status, and what stands in a wrong place may be a secret: the words are in the log.
  private static func outline(_ fault: Fault, of count: Int) -> String {
    (fault.place.map { "\($0) " } ?? "") + "[\(fault.code.rawValue)]" + (count > 1 ? " and \(count - 1) more" : "")
  }

  private func refuse(because faults: [Fault]) {
    for fault in faults {
      logger.error(
        "configuration not reloaded: the old one stays in force",
        metadata: Fault.metadata(of: fault))
    }
    settings.refuse(because: faults.first.map { Self.outline($0, of: faults.count) } ?? "")
  }
}
