import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed follow list`: prints the teams and players that are followed.
struct FollowListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the teams and players that are followed, and where each comes from.",
    discussion: """
      Each has the place in the configuration that names it, or the time at which 'livegamed follow add' added it and the \
      id of the user. A player is active while the league knows his team; an inactive one is still followed. He is \
      'unknown' while the league does not answer, if it has nobody with the number, or if only his name is known and no \
      game in the log has had him.
      """)

  @OptionGroup var socket: SocketOption
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .list)
    guard !json, case .list(let listing) = answer else { return try Terminal.say(json: line.text) }
    let now = times.zone.time(at: WallClock.now())
    if let reason = listing.staleBecause {
      let since = listing.confirmed.map { "the players' states as of \(times.zone.time(at: $0).beside(now))" }
      Terminal.complain("\(since ?? "the players' states are not known"), because of an error: \(reason)")
    }
    let text = FollowText(width: Terminal.tableWidth, hasColour: Terminal.hasColour, zone: times.zone, now: now)
    for line in text.lines(of: listing) { try Terminal.say(drawn: line) }
  }
}
