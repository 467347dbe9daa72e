import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed scoreboard`: prints all games of a date with their state.
struct ScoreboardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scoreboard",
    abstract: "Print all games of a date with their state; 'livegamed watch --board' follows those of today.",
    discussion: """
      It asks the running daemon. Without one, it asks the leagues' sources.

        livegamed scoreboard --date yesterday --team BOS
        livegamed scoreboard --live

      The exit status is 69 if neither daemon nor source answers within 10 s and no earlier answer is known, 64 for a \
      team or a date that does not exist.
      """)

  @OptionGroup var date: DateOption
  @Flag(help: "Only games in progress.")
  var live = false
  @OptionGroup var teams: TeamOptions
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions
  @OptionGroup var lookup: LookupOptions

  func validate() throws {
    _ = try date.value(at: WallClock.now())
  }

  func run() async throws {
    let date = try date.value(at: WallClock.now())
    let line = try await lookup.answer(to: .schedule(date, isLiveOnly: live), teams: teams.team)
    guard !json else { return try Terminal.say(json: line.text) }
    guard let answer = ScheduleOfDate(line.bytes) else { throw await lookup.socket.failure(.unreadableAnswer) }
    (answer.warnings ?? []).forEach { Terminal.complain($0) }
    if let reason = answer.staleBecause { Terminal.complain(staleness(of: answer, reason)) }
    let text = ScheduleText(width: Terminal.tableWidth, hasColour: Terminal.hasColour, zone: times.zone)
    let lines = text.lines(of: answer.games, on: answer.date, isLiveOnly: live, teams: teams.team)
    for line in lines { try Terminal.say(drawn: line) }
  }

  private func staleness(of answer: ScheduleOfDate, _ reason: String) -> String {
    let now = times.zone.time(at: WallClock.now())
    let since = answer.confirmed.map { "the games as of \(times.zone.time(at: $0).beside(now))" } ?? "old games"
    return "\(since), because of an error: \(reason)"
  }
}
