import LiveCore
import LiveModel
import LivePlatform

/// The end of a demo or a replay through sinks: waits for the last messages, and prints what became of all.
struct DeliveryResults {
  /// The path of the daemon's socket.
  let socket: String

  /// The most seconds in which messages that still wait are sent at the end.
  private static let patience = 60

  /// Prints the sinks as `sink list` does.
  func say(waits: Bool) async throws {
    var sinks = try await listing()
    for _ in 0..<(waits ? Self.patience : 0)
    where sinks.contains(where: { ($0.waiting ?? 0) > 0 && $0.disabled == nil }) {
      try await Task.sleep(for: .seconds(1))
      sinks = try await listing()
    }
    let table = SinkTable(sinks: sinks, zone: .system).lines(hasColour: false)
    try await Terminal.sayAtEnd(drawn: [""] + table.map { $0.cut(to: Terminal.size.columns) })
  }

  private func listing() async throws -> [SinkListing.Entry] {
    let line = try await SocketClient(path: socket).answer(to: OutboxRequest.sinks)
    guard case .sinks(let listing) = try OutboxAnswer(line) else { throw Fault.unreadableAnswer }
    return listing.sinks
  }
}
