import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed outbox list`: lists waiting messages and dead letters.
struct OutboxListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List waiting messages and dead letters, the newest last.",
    discussion: """
      Each sink has a line for each message: its number, what it reports, how often it was tried, the last error, and when \
      it is due or was given up. Plays that are in no message yet are counted, with the reason.
      """)

  @OptionGroup var socket: SocketOption
  @Option(help: ArgumentHelp("Only those of this sink.", valueName: "name"))
  var sink: String?
  @Option(help: "The most messages to list, 1 to \(OutboxRequest.mostEntries).")
  var limit = OutboxRequest.standardLimit
  @Flag(help: "Print whole lines, however long they are.")
  var wide = false
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions

  func validate() throws {
    guard (1...OutboxRequest.mostEntries).contains(limit) else {
      throw ValidationError("--limit takes 1 to \(OutboxRequest.mostEntries)")
    }
  }

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .outbox(sink: sink, limit: limit))
    guard !json, case .outbox(let listing) = answer else { return try Terminal.say(json: line.text) }
    var sinks: [SinkListing.Entry] = []
    if !listing.pending.isEmpty, case .sinks(let known) = try await socket.answer(to: .sinks).answer {
      sinks = known.sinks
    }
    try say(listing, sinks)
  }

  private func say(_ listing: OutboxListing, _ sinks: [SinkListing.Entry]) throws {
    let width = wide || !Terminal.isTerminal ? nil : Terminal.size.columns
    let now = times.zone.time(at: WallClock.now())
    let text = OutboxText(
      listing: listing, sink: sink, sinks: sinks, width: width, hasColour: Terminal.hasColour, zone: times.zone,
      now: now)
    for line in text.lines { try Terminal.say(drawn: line) }
  }
}
