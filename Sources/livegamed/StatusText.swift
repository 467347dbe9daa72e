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
      ("sinks", sinks),
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

  /// The number of configured sinks.
  private var sinks: String? {
    status.sinks.map { sinks in
      let count = sinks.count { $0.state != .removed }
      return count == 0 ? "none" : String(count)
    }
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
    self.init("sink", "type", "waiting", "dead", "last delivered", "state")
    for sink in sinks {
      add(
        [
          sink.name, sink.type ?? "", sink.waiting.map(String.init) ?? "", sink.dead.map(String.init) ?? "",
          sink.lastDelivered?.toTheSecond ?? "never", sink.stateText,
        ], colour: sink.colour)
    }
  }
}

extension SinkListing.Entry {
  /// The state in words: `quiet until 05:04Z`, `failing since 2026-11-23 05:07:00Z: status 401 (check its url)`.
  fileprivate var stateText: String {
    let reason: String? =
      switch state {
      case .disabled: disabled
      case .failing: failure
      case .paused: pause
      case .removed: "not configured any more"
      case .delayed: "waits for its delay"
      case .waiting: failure
      default: nil
      }
    let since = (state == .disabled ? disabledSince : failingSince).map { " since \($0.toTheSecond)" }
    let name = state?.rawValue ?? (disabled == nil ? "" : "disabled")
    let end = until.map { " until \($0.toTheSecond)" }
    let dead = hasFreshDeadLetters == true ? lastDead.map { "last dead letter \($0.toTheSecond)" } : nil
    let text = name + (since ?? "") + (end ?? "") + (reason.map { ": \($0)" } ?? "")
    return [text, dead].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; ")
  }

  fileprivate var colour: TextTable.Colour {
    switch state {
    case .disabled: .red
    case .failing, .paused, .removed: .yellow
    default: disabled != nil ? .red : error != nil || (dead ?? 0) > 0 ? .yellow : .plain
    }
  }
}
