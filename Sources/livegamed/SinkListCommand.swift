import ArgumentParser
import LiveCore

/// `livegamed sink list`: shows the state of each sink.
struct SinkListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the sinks that the running daemon serves, and how they stand.")

  @OptionGroup var socket: SocketOption
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .sinks)
    guard !json, case .sinks(let listing) = answer else { return try Terminal.say(json: line.text) }
    guard !listing.sinks.isEmpty else { return try Terminal.say("the daemon serves no sinks") }
    var table = TextTable("sink", "type", "waiting", "dead", "last delivered", "")
    for sink in listing.sinks {
      let trouble = SinkTrouble(
        disabled: sink.disabled, since: sink.disabledSince, pause: sink.pause, until: sink.pausedUntil,
        error: sink.error)
      table.add(
        [
          sink.name, sink.type, String(sink.waiting), String(sink.dead), sink.lastDelivered?.toTheSecond ?? "never",
          trouble.text,
        ], colour: trouble.colour(dead: sink.dead))
    }
    for line in table.lines(hasColour: Terminal.hasColour) { try Terminal.say(drawn: line) }
  }
}
