internal import ServiceLifecycle

/// Says `STOPPING=1` before anything else stops: the last in the list of services, hence the first to hear of it.
struct Announcer: Service {
  let board: StatusBoard
  /// The watchdog asks for more before it is over.
  static let respite: Duration = .seconds(10)

  func run() async throws {
    try? await gracefulShutdown()
    await board.stopping(for: Self.respite)
  }
}
