import LiveCore
import ServiceLifecycle

/// Prints what the demo's daemon tells, until all games are over or the time is up.
struct DemoAudience: Service {
  let socket: String
  let games: Int
  let duration: Double?

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await watch() }
      if let duration { group.addTask { try await Task.sleep(for: .seconds(duration)) } }
      group.addTask { try? await gracefulShutdown() }
      try await group.next()
      group.cancelAll()
    }
  }

  private func watch() async throws {
    let client = try SocketClient(path: socket)
    // The daemon is in this process: a terminal that is held must not hold it up.
    let printer = try BlockingThread(name: "livegamed-print")
    try client.subscribe(Subscription(after: .oldest))
    let format = EventLine(hasColour: Terminal.hasColour)
    var finals = 0
    while finals < games, let line = try await client.next() {
      if line.op == nil, let text = format.text(of: line) { try await printer.call { try Terminal.say(drawn: text) } }
      if line.tags.contains("final") { finals += 1 }
    }
  }
}
