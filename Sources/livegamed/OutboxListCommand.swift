import ArgumentParser
import LiveCore

/// `livegamed outbox list`: lists waiting messages and dead letters.
struct OutboxListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List waiting messages and dead letters, the newest last.",
    discussion: """
      Times are UTC: of a waiting message, when it is due; of a dead letter, when it was given up. Facts that are in no \
      message yet, because their time has not come or another message of their game goes first, are counted below.
      """)

  @OptionGroup var socket: SocketOption
  @Option(help: ArgumentHelp("Only those of this sink.", valueName: "name"))
  var sink: String?
  @Option(help: "The most messages to list, 1 to \(OutboxRequest.mostEntries).")
  var limit = OutboxRequest.standardLimit
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func validate() throws {
    guard (1...OutboxRequest.mostEntries).contains(limit) else {
      throw ValidationError("--limit takes 1 to \(OutboxRequest.mostEntries)")
    }
  }

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .outbox(sink: sink, limit: limit))
    guard !json, case .outbox(let listing) = answer else { return try Terminal.say(json: line.text) }
    try say(listing)
  }

  private func say(_ listing: OutboxListing) throws {
    if listing.more { try Terminal.say("the newest \(listing.entries.count); older ones are not listed") }
    var table = TextTable("number", "state", "sink", "lane", "attempts", "time", "event", "error")
    for entry in listing.entries {
      let isDead = entry.state == .dead
      table.add(
        [
          String(entry.number), entry.state.rawValue, entry.sink, entry.lane, String(entry.attempts),
          (isDead ? entry.changed : entry.due).toTheSecond, Self.eventText(entry), entry.error ?? "",
        ], colour: isDead ? .red : .plain)
    }
    for line in table.lines(hasColour: Terminal.hasColour) { try Terminal.say(drawn: line) }
    for (sink, count) in listing.pending.sorted(by: { $0.key < $1.key }) {
      try Terminal.say("sink '\(sink)': \(count) \(count == 1 ? "fact" : "facts") in no message yet")
    }
    if listing.entries.isEmpty, listing.pending.isEmpty {
      try Terminal.say("no message waits, and there are no dead letters")
    }
  }

  /// Returns the first event and the number of further facts: `mlb/747175/5-top/pa/665489/1@1 and 88 more`.
  private static func eventText(_ entry: OutboxListing.Entry) -> String {
    (entry.event ?? "") + (entry.facts > 1 ? " and \(entry.facts - 1) more" : "")
  }
}
