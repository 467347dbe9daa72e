import FoundationEssentials
import LiveCore
import LiveModel
import LivePlatform
import ServiceLifecycle

/// Plays a recording beside the daemon, and prints the events from its socket.
struct ReplayAudience: Service {
  let replay: FeedReplay
  let monitor: DaemonMonitor
  let socket: String
  let isJSON: Bool
  let zone: LocalZone
  /// The routes that are explained for each event; nil for none.
  let routes: RouteTest?
  /// Whether a sink gets messages.
  let hasSink: Bool

  func run() async throws {
    let printed = Watermark()
    let isOver = Locked(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await printAll(to: printed) }
      group.addTask {
        try await replay.play()
        if let newest = await monitor.status()?.newest, newest > 0 { _ = await printed.past(newest - 1) }
        isOver.withLock { $0 = true }
      }
      group.addTask { try? await gracefulShutdown() }
      group.addTask { try await Terminal.waitForHangUp() }
      defer { group.cancelAll() }
      try await group.next()
    }
    if hasSink { try await DeliveryResults(socket: socket).say(waits: isOver.withLock { $0 }) }
  }

  /// Prints the events of the part that is shown, and notes the sequence of each event.
  private func printAll(to printed: Watermark) async throws {
    let client = try SocketClient(path: socket)
    try client.subscribe(Subscription(after: .oldest))
    let format = EventLine(hasColour: Terminal.hasColour, zone: zone)
    var days: DayLine?
    while let line = try await client.next() {
      guard line.op == nil, let sequence = line.sequence else { continue }
      if let since = replay.shownSince, let observed = line.observed, observed >= since {
        var day = days ?? DayLine(zone: zone, from: observed)
        try await print(line, format, &day)
        days = day
      }
      printed.raise { _ in sequence }
    }
  }

  private func print(_ line: WatchLine, _ format: EventLine, _ days: inout DayLine) async throws {
    let explanation = try routes?.explanation(of: line.bytes)
    if isJSON {
      guard let explanation else { return try await Terminal.put(json: line.bytes) }
      let routing = try StableJSON.bytes(of: explanation)
      return try await Terminal.put(
        json: Array(#"{"event":"#.utf8) + line.bytes + Array(#","routing":"#.utf8) + routing + Array("}".utf8))
    }
    guard let text = explanation == nil ? format.text(of: line) : format.text(ofEvent: line) else { return }
    if let day = days.next(line.observed) { try await Terminal.put(Array(day.utf8)) }
    try await Terminal.put(Array(text.utf8))
    for step in explanation?.lines ?? [] { try await Terminal.put(Array("    \(step.onOneLine)".utf8)) }
  }
}
