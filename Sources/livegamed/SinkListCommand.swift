import ArgumentParser
import LiveCore

/// `livegamed sink list`: how each sink stands.
struct SinkListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the sinks that the running daemon serves, and how they stand.")

  @OptionGroup var socket: SocketOption
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .sinks)
    guard !json, case .sinks(let listing) = answer else { return Terminal.say(line.text) }
    guard !listing.sinks.isEmpty else { return Terminal.say("the daemon serves no sinks") }
    var table = TextTable("sink", "type", "waiting", "dead", "last told", "")
    for sink in listing.sinks {
      let trouble = sink.disabled.map { reason in
        "disabled\(sink.disabledSince.map { " since \($0.toTheSecond)" } ?? ""): \(reason)"
      }
      table.add(
        [
          sink.name, sink.type, String(sink.waiting), String(sink.dead), sink.lastTold?.toTheSecond ?? "never",
          trouble ?? "",
        ], colour: trouble != nil ? .red : sink.dead > 0 ? .yellow : .plain)
    }
    table.lines(hasColour: Terminal.hasColour).forEach(Terminal.say)
  }
}
