import LiveCore
import LiveModel
internal import LivePlatform

/// The daemon's status for people. Absent members are left out.
struct StatusText {
  let status: DaemonStatus
  let hasColour: Bool

  /// Lines for `Terminal.say(drawn:)`.
  var lines: [String] {
    let facts = [
      ("log", log), ("since", status.since?.toTheSecond), ("source", source), ("games", games),
      ("in doubt", troubles), ("clients", status.clients.map(String.init)), ("own log", ownLog),
      ("sinks", status.sinks.map { $0.isEmpty ? "none" : String($0.count) }),
    ]
    let rows = facts.compactMap { name, value in
      value.map { "\(TextTable.Colour.dim.paint(name.padding(to: 9), if: hasColour))\($0.onOneLine)" }
    }
    guard let sinks = status.sinks, !sinks.isEmpty else { return [head] + rows }
    return [head] + rows + [""] + TextTable(sinks).lines(hasColour: hasColour)
  }

  private var head: String {
    let problems = status.problems.isEmpty ? "the daemon gives no reason" : status.problems.joined(separator: "; ")
    let health = status.isHealthy ? "healthy" : "not healthy: \(problems)"
    let colour: TextTable.Colour = status.isHealthy ? .green : .red
    let name = "livegamed \((status.version ?? "of an unknown version").onOneLine)"
    return "\(name): \(colour.paint(health.onOneLine, if: hasColour))"
  }

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
    return source.state.rawValue + (source.since.map { " since \($0.toTheSecond)" } ?? "") + (failing ?? "")
      + (waiting ?? "") + (source.error.map { ": \($0)" } ?? "")
  }

  private var games: String? {
    guard let games = status.games else { return nil }
    let counts = games.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let text = counts.isEmpty ? "none" : counts.joined(separator: ", ")
    return status.watched.map { "\(text); \($0) watched" } ?? text
  }

  private var troubles: String? {
    guard let troubles = status.gameTroubles, !troubles.isEmpty else { return nil }
    return troubles.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
  }

  private var ownLog: String? {
    guard let ownLog = status.ownLog else { return nil }
    let dropped = "\(ownLog.dropped.counted("line")) dropped"
    let blocked = ownLog.blockedSince.map { "its destination has taken nothing since \($0.toTheSecond)" }
    return [ownLog.dropped == 0 ? nil : dropped, blocked].compactMap(\.self).joined(separator: "; ")
  }
}

extension TextTable {
  /// The table of the sinks, for `status` and `sink list`.
  init(_ sinks: [SinkListing.Entry]) {
    self.init("sink", "type", "waiting", "dead", "last delivered", "")
    for sink in sinks {
      add(
        [
          sink.name, sink.type ?? "", sink.waiting.map(String.init) ?? "", sink.dead.map(String.init) ?? "",
          sink.lastDelivered?.toTheSecond ?? "never", sink.problem,
        ], colour: sink.colour)
    }
  }
}

extension SinkListing.Entry {
  /// The most serious problem; empty without one.
  fileprivate var problem: String {
    if let disabled { return "disabled\(disabledSince.map { " since \($0.toTheSecond)" } ?? ""): \(disabled)" }
    if let pausedUntil { return "paused until \(pausedUntil.toTheSecond)\(pause.map { ": \($0)" } ?? "")" }
    return error.map { "failing: \($0)" } ?? ""
  }

  fileprivate var colour: TextTable.Colour {
    disabled != nil ? .red : pausedUntil != nil || error != nil || (dead ?? 0) > 0 ? .yellow : .plain
  }
}
