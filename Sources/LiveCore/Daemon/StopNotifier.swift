internal import ServiceLifecycle

/// Says `STOPPING=1` before anything else stops: the last in the list of services, hence the first to hear of it.
struct StopNotifier: Service {
  let board: ServiceStatus

  func run() async throws {
    try? await gracefulShutdown()
    await board.stopping()
  }
}
