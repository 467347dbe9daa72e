internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// SIGHUP: reads the configuration anew and puts it in force, or says what is wrong with it and leaves the old one.
struct Reload: Service {
  /// Reads it from where it came.
  let read: @Sendable () throws(ConfigFaults) -> Config
  let settings: Settings
  let board: StatusBoard
  let logger: Logger

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() { await reload() }
  }

  func reload() async {
    await board.reloading()
    do {
      let next = try settings.prepare(try read())
      tell(settings.commit(next))
      await board.reloaded(refused: nil)
    } catch let faults as ConfigFaults {
      await refuse(because: faults.faults)
    } catch let fault as Fault {
      await refuse(because: [fault])
    } catch {
      await refuse(because: [Fault(.configUnreadable, "\(error)")])
    }
  }

  private func tell(_ change: ConfigChange) {
    let applied = change.applied.isEmpty ? "nothing" : change.applied.joined(separator: ", ")
    logger.notice("configuration reloaded", metadata: [LogKey.changes: "\(applied)"])
    guard !change.needsRestart.isEmpty else { return }
    logger.warning(
      "settings wait for a restart", metadata: [LogKey.changes: "\(change.needsRestart.joined(separator: ", "))"])
  }

  private func refuse(because faults: [Fault]) async {
    for fault in faults {
      logger.error(
        "configuration not reloaded: the old one stays in force",
        metadata: Fault.metadata(of: fault))
    }
    let more = faults.count > 1 ? " and \(faults.count - 1) more" : ""
    await board.reloaded(refused: faults.first.map { "\($0)\(more)" } ?? "")
  }
}
