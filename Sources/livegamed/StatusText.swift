import LiveCore
import LiveModel
internal import LivePlatform

/// The daemon's status for people. Absent members are left out.
struct StatusText {
  let status: DaemonStatus
  let hasColour: Bool
  let zone: LocalZone
  /// Columns of the terminal; nil for no limit.
  var width: Int?
  /// The time of the status. Other days than this get their date; nil for times with date and seconds everywhere.
  var now: LocalTime?

  /// Lines for `Terminal.say(drawn:)`.
  var lines: [String] {
    let facts = [
      ("log", log), ("since", status.since.map(time)), ("source", source), ("push", push),
      ("games", games),
      ("in doubt", troubles), ("config", warnings), ("restart", restart), ("clients", status.clients.map(String.init)),
      ("predicted", predictions), ("own log", ownLog), ("cluster", cluster),
      ("sinks", sinks), ("left over", leftovers),
    ]
    let margin = leftovers == nil && status.predictions == nil ? 9 : 11
    let rows = facts.compactMap { name, value in
      value.map { "\(TextTable.Colour.dim.paint(name.padding(to: margin), if: hasColour))\($0.onOneLine)" }
    }
    guard let sinks = status.sinks, !sinks.isEmpty else { return head + rows }
    return head + rows + [""]
      + SinkTable(sinks: sinks, zone: zone, width: width, now: now).lines(hasColour: hasColour)
  }

  /// The verdict. Several problems have a line each.
  private var head: [String] {
    let name = "livegamed \((status.version ?? "of an unknown version").onOneLine)"
    func line(_ verdict: String, _ colour: TextTable.Colour) -> String {
      "\(name): \(colour.paint(verdict.onOneLine, if: hasColour))"
    }
    guard !status.isHealthy else {
      let failing = (status.sinks ?? []).filter { $0.state == .failing }.map(\.name)
      return failing.isEmpty
        ? [line("healthy", .green)]
        : [line("healthy, but \(failing.joined(separator: ", ")) \(failing.count == 1 ? "fails" : "fail")", .yellow)]
    }
    let known = status.problems(in: zone)
    guard known.count > 1 else { return [line("not healthy: \(known.first ?? "the daemon gives no reason")", .red)] }
    return [line("not healthy: \(known.count) problems", .red)] + known.map { "  \($0.onOneLine)" }
  }

  private func time(_ instant: Timestamp) -> String { zone.time(at: instant).toTheSecond }

  private var log: String? {
    guard let log = status.log else { return nil }
    guard let oldest = status.oldest, let newest = status.newest else { return log }
    return oldest > newest ? "\(log), empty" : "\(log), events \(oldest) to \(newest)"
  }

  private var source: String? {
    status.source.map { sources in
      sources.sorted { $0.key < $1.key }.map { "\($0.key) \(text(of: $0.value))" }.joined(separator: "; ")
    }
  }

  private func text(of source: SourceState) -> String {
    let failing = source.gamesFailing.map { ", \($0.counted("game")) failing" }
    let waiting = source.gamesWaiting.map { ", \($0) waiting for requests" }
    return source.state.rawValue + (source.since.map { " since \(time($0))" } ?? "") + (failing ?? "")
      + (waiting ?? "") + (source.error.map { ": \($0)" } ?? "")
  }

  private var push: String? {
    let lines = (status.source ?? [:]).sorted { $0.key < $1.key }.compactMap { name, source in
      source.push.map { "\(name) \($0.text)" }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "; ")
  }

  private var games: String? {
    guard let games = status.games else { return nil }
    let counts = games.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let text = counts.isEmpty ? "none" : counts.joined(separator: ", ")
    return status.watched.map { "\(text); \($0) watched" } ?? text
  }

  /// The number of configured sinks.
  private var sinks: String? {
    status.sinks.map { sinks in
      let count = sinks.count { $0.state != .removed }
      return count == 0 ? "none" : String(count)
    }
  }

  /// Facts that removed sinks have left in the outbox, with the command that drops them.
  private var leftovers: String? {
    let removed = (status.sinks ?? []).filter { $0.state == .removed }
    guard !removed.isEmpty else { return nil }
    let counts = removed.map { sink in
      let parts = [
        sink.waiting.flatMap { $0 > 0 ? "\($0.counted("fact")) waiting" : nil },
        sink.dead.flatMap { $0 > 0 ? "\($0.counted("fact")) in dead letters" : nil },
      ]
      return "'\(sink.name)': \(parts.compactMap(\.self).joined(separator: ", "))"
    }
    return "of removed sinks: \(counts.joined(separator: "; ")); 'livegamed outbox drop --sink NAME' drops them"
  }

  private var troubles: String? {
    guard let troubles = status.gameTroubles, !troubles.isEmpty else { return nil }
    return troubles.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
  }

  private var predictions: String? {
    status.predictions?.map { PredictionsText.line(of: $0) }.joined(separator: "; ")
  }

  private var cluster: String? {
    guard let cluster = status.cluster else { return nil }
    let polled = cluster.games.map { games in
      "polls \(games.counted("game"))" + (cluster.watchers.map { ", one of \($0.counted("node"))" } ?? "")
    }
    let served = cluster.sinks.flatMap { $0.isEmpty ? nil : "serves \($0.joined(separator: ", "))" }
    let behind = cluster.behind.flatMap { $0 > 0 ? "\($0.counted("message")) behind" : nil }
    let parts = ["node \(cluster.node)", polled, served, behind, cluster.error.map { "fails: \($0)" }]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  private var restart: String? {
    status.needsRestart.map { "needed for a change of \($0.joined(separator: ", "))" }
  }

  private var warnings: String? {
    if status.configError != nil { return "refused: run 'sudo livegamed check-config'" }
    return status.configWarnings.map { "\($0.counted("warning")): see 'sudo livegamed check-config'" }
  }

  private var ownLog: String? {
    guard let ownLog = status.ownLog else { return nil }
    let dropped = "\(ownLog.dropped.counted("line")) dropped"
    let blocked = ownLog.blockedSince.map { "its destination has taken nothing since \(time($0))" }
    return [ownLog.dropped == 0 ? nil : dropped, blocked].compactMap(\.self).joined(separator: "; ")
  }
}
