import FoundationEssentials
import LiveCore

/// The daemon's answer to `status`. Absent members are left out of the text.
struct StatusReport: Decodable {
  var version: String?
  var log: String?
  /// Start of the daemon.
  var since: Timestamp?
  var oldest: Int?
  var newest: Int?
  var clients: Int?
  /// Number of games by state.
  var games: [String: Int]?
  /// Number of games that are polled.
  var watched: Int?
  var source: [String: Source]?
  var sinks: [Sink]?
  /// Why the log cannot be read or written.
  var logError: String?
  /// Trouble with the destination of the daemon's own log.
  var ownLog: OwnLog?
  /// Doubts about games, by the names of the games.
  var gameTroubles: [String: String]?
  /// Why the last configuration was refused.
  var configError: String?
  var healthy: Bool?

  private enum CodingKeys: String, CodingKey {
    case version, log, since, oldest, newest, clients, games, watched, source, sinks, healthy
    case logError = "log_error"
    case ownLog = "own_log"
    case gameTroubles = "game_troubles"
    case configError = "config_error"
  }

  /// State of a league's feed.
  struct Source: Decodable {
    var state: String
    var since: Timestamp?
    var error: String?
    /// Number of failing games, also given while the source as a whole works.
    var gamesFailing: Int?
    /// Number of games that wait too long because of the request budget.
    var gamesWaiting: Int?

    private enum CodingKeys: String, CodingKey {
      case state, since, error
      case gamesFailing = "games_failing"
      case gamesWaiting = "games_waiting"
    }

    var text: String {
      let games = gamesFailing.map { ", \($0) \($0 == 1 ? "game" : "games") failing" }
      let waiting = gamesWaiting.map { ", \($0) waiting for requests" } ?? ""
      return state + (since.map { " since \($0.toTheSecond)" } ?? "") + (games ?? "") + waiting
        + (error.map { ": \($0)" } ?? "")
    }
  }

  /// The destination of the daemon's own log, given when lines are lost or blocked.
  struct OwnLog: Decodable {
    var dropped: Int?
    var blockedSince: Timestamp?

    private enum CodingKeys: String, CodingKey {
      case dropped
      case blockedSince = "blocked_since"
    }

    var text: String {
      let lost = dropped.flatMap { $0 == 0 ? nil : "\($0) \($0 == 1 ? "line" : "lines") dropped" }
      let hanging = blockedSince.map { "its destination has taken nothing since \($0.toTheSecond)" }
      return [lost, hanging].compactMap(\.self).joined(separator: "; ")
    }
  }

  struct Sink: Decodable {
    var name: String
    var type: String?
    var waiting: Int?
    var dead: Int?
    var lastDelivered: Timestamp?
    var disabled: String?
    var pause: String?
    var pausedUntil: Timestamp?
    var error: String?

    private enum CodingKeys: String, CodingKey {
      case name, type, waiting, dead, disabled, pause, error
      case lastDelivered = "last_delivered"
      case pausedUntil = "paused_until"
    }
  }

  /// Decodes the answer; nil when it is malformed.
  init?(_ line: WatchLine) {
    guard let report = try? JSONDecoder().decode(Self.self, from: Data(line.bytes)) else { return nil }
    self = report
  }

  var isHealthy: Bool { healthy ?? complaints.isEmpty }

  /// Reasons why the daemon is not healthy.
  var complaints: [String] {
    let failing = (source ?? [:]).sorted { $0.key < $1.key }.filter { $0.value.state == "failing" }
    let waiting = (source ?? [:]).values.reduce(0) { $0 + ($1.gamesWaiting ?? 0) }
    let disabled = (sinks ?? []).filter { $0.disabled != nil }
    return [logError, configError.map { "the old configuration stays in force: \($0)" }].compactMap(\.self)
      + failing.map { "source '\($0.key)' fails\($0.value.error.map { ": \($0)" } ?? "")" }
      + (waiting > 0 ? ["\(waiting) wait too long for a request; raise poll.requests_per_second"] : [])
      + disabled.map { "sink '\($0.name)' is disabled: \($0.disabled ?? "")" }
  }

  /// Returns the report for people, as lines for `Terminal.say(drawn:)`.
  func lines(hasColour: Bool) -> [String] {
    let health = isHealthy ? "healthy" : "not healthy: " + (complaints.isEmpty ? "it does not say why" : verdict)
    let colour: TextTable.Colour = isHealthy ? .green : .red
    let name = "livegamed \((version ?? "of an unknown version").onOneLine)"
    let head = "\(name): \(colour.paint(health.onOneLine, if: hasColour))"
    let facts = [
      ("log", logText), ("since", since?.toTheSecond), ("source", sourceText), ("games", gamesText),
      ("in doubt", troublesText), ("clients", clients.map(String.init)), ("own log", ownLog?.text),
      ("sinks", sinks.map { $0.isEmpty ? "none" : String($0.count) }),
    ]
    let rows = facts.compactMap { name, value in
      value.map { "\(TextTable.Colour.dim.paint(name.padding(to: 9), if: hasColour))\($0.onOneLine)" }
    }
    return [head] + rows + sinkLines(hasColour: hasColour)
  }

  private var verdict: String { complaints.joined(separator: "; ") }

  private var logText: String? {
    guard let log else { return nil }
    guard let oldest, let newest else { return log }
    return oldest > newest ? "\(log), empty" : "\(log), events \(oldest) to \(newest)"
  }

  private var sourceText: String? {
    source.map { $0.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.text)" }.joined(separator: "; ") }
  }

  private var troublesText: String? {
    guard let gameTroubles, !gameTroubles.isEmpty else { return nil }
    return gameTroubles.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
  }

  private var gamesText: String? {
    guard let games else { return nil }
    let counts = games.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let text = counts.isEmpty ? "none" : counts.joined(separator: ", ")
    return watched.map { "\(text); \($0) watched" } ?? text
  }

  private func sinkLines(hasColour: Bool) -> [String] {
    guard let sinks, !sinks.isEmpty else { return [] }
    var table = TextTable("sink", "type", "waiting", "dead", "last delivered", "")
    for sink in sinks {
      let trouble = SinkTrouble(
        disabled: sink.disabled, pause: sink.pause, until: sink.pausedUntil, error: sink.error)
      table.add(
        [
          sink.name, sink.type ?? "", sink.waiting.map(String.init) ?? "", sink.dead.map(String.init) ?? "",
          sink.lastDelivered?.toTheSecond ?? "never", trouble.text.onOneLine,
        ], colour: trouble.colour(dead: sink.dead ?? 0))
    }
    return [""] + table.lines(hasColour: hasColour)
  }
}

/// The problem of a sink, for the tables of `status` and `sink list`.
struct SinkTrouble {
  /// Reason and start when the sink is disabled.
  var disabled: String?
  var since: Timestamp?
  /// Answer of a receiver that asked us to wait, and the end of the pause.
  var pause: String?
  var until: Timestamp?
  /// Error of the last attempt, while its message still waits.
  var error: String?

  /// Text of the most serious problem; empty without one.
  var text: String {
    if let disabled { return "disabled\(since.map { " since \($0.toTheSecond)" } ?? ""): \(disabled)" }
    if let until { return "paused until \(until.toTheSecond)\(pause.map { ": \($0)" } ?? "")" }
    return error.map { "failing: \($0)" } ?? ""
  }

  /// Returns the colour of the row. `dead` is the number of dead facts.
  func colour(dead: Int) -> TextTable.Colour {
    disabled != nil ? .red : until != nil || error != nil || dead > 0 ? .yellow : .plain
  }
}
