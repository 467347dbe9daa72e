import ArgumentParser
import LiveCore
internal import LiveModel
import LivePlatform

/// `livegamed sink list`: shows the state of each sink.
struct SinkListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the running daemon's sinks and their state.")

  @OptionGroup var socket: SocketOption
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .sinks)
    guard !json, case .sinks(let listing) = answer else { return try Terminal.say(json: line.text) }
    guard !listing.sinks.isEmpty else { return try Terminal.say("the daemon has no sinks") }
    let table = SinkTable(
      sinks: listing.sinks, zone: times.zone, width: Terminal.width,
      now: Terminal.width.map { _ in times.zone.time(at: WallClock.now()) })
    for line in table.lines(hasColour: Terminal.hasColour) { try Terminal.say(drawn: line) }
  }
}
