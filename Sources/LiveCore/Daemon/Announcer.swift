internal import ServiceLifecycle

/// Says `STOPPING=1` before anything else stops: the last in the list of services, hence the first to hear of it.
struct Announcer: Service {
  let board: StatusBoard

  func run() async throws {
    try? await gracefulShutdown()
    await board.stopping()
  }
}
