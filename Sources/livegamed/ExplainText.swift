import LiveCore
import LiveModel

/// The answer to `explain` in words: the event, and one line for each sink.
struct ExplainText {
  private let explanation: EventExplanation
  private let zone: LocalZone

  init(_ explanation: EventExplanation, zone: LocalZone) { (self.explanation, self.zone) = (explanation, zone) }

  /// The lines, not yet safe for a terminal.
  var lines: [String] {
    [head, revisions, configuration].compactMap(\.self)
      + (explanation.sinks.isEmpty ? ["there are no sinks"] : explanation.sinks.flatMap(outcome))
  }

  /// The lines as those of the newest revision, below the lines of an older one.
  var linesOfNewest: [String] { ["", "the newest revision of this play:"] + lines.filter { $0 != revisions } }

  private var head: String {
    let summary = explanation.summary.map { "\"\($0)\"" }
    return (["#\(explanation.sequence)", explanation.subject, summary].compactMap(\.self)).joined(separator: " ")
      + ", logged \(zone.time(at: explanation.logged).toTheSecond), \(explanation.event)"
  }

  /// The revisions of a corrected event.
  private var revisions: String? {
    guard explanation.revisions.count > 1 else { return nil }
    let names = explanation.revisions.map { revision in
      let change = [revision.revision.map { "@\($0)" }, revision.change].compactMap(\.self).joined(separator: " ")
      let isThis = revision.sequence == explanation.sequence ? ", this event" : ""
      return "#\(revision.sequence) (\(change)\(isThis))"
    }
    return "revisions: " + names.joined(separator: ", ")
  }

  private var configuration: String? {
    switch explanation.configuration {
    case .present: nil
    case .changed:
      explanation.sinks.contains(where: \.isByRoutes)
        ? "the routes below were in force when it happened; they have changed since"
        : "the configuration has changed since"
    case .unrecorded: "an earlier release logged this event and did not record the routes"
    }
  }

  private func outcome(_ sink: SinkOutcome) -> [String] {
    let removed = sink.removed == true ? " (the sink is no longer configured)" : ""
    guard sink.outcome == .notRouted, let routes = sink.routes, routes.count > 1 else {
      return ["\(sink.sink): \(words(for: sink))\(removed)"]
    }
    // The first three say enough.
    let more = routes.count > 3 ? ["  and \((routes.count - 3).counted("route")) more"] : []
    return ["\(sink.sink): no route sends it there\(removed)"] + routes.prefix(3).map { "  \($0.words)" } + more
  }

  /// Returns what became of the event at a sink.
  private func words(for sink: SinkOutcome) -> String {
    let (at, until, since) = (time(sink.at), time(sink.until), time(sink.since))
    let error = sink.error ?? "the reason is not known"
    return switch sink.outcome {
    case .sent: "sent\(at)\(sink.message.map { ", message \($0)" } ?? "")\(sink.company)"
    case .waiting: "waits for its turn\(sink.company)"
    case .delayed: "delayed until\(until)"
    case .quiet: "held by quiet hours until\(until)"
    case .retrying: "waits for the next attempt at\(until), \(sink.failures)"
    case .failing: "waits; the sink is failing since\(since): \(error)"
    case .paused where sink.reason == "operator":
      "waits; an operator has paused the sink\(sink.until == nil ? "" : " until\(until)")"
    case .paused: "waits; the receiver asked for a pause until\(until): \(error)"
    case .disabled: "waits; the sink is disabled since\(since): \(error)"
    case .dead, .expired: "given up\(at): \(sink.failures)\(sink.place)"
    case .dropped: "dropped\(at) by \(sink.operatorName)"
    case .skipped: "not sent: \(sink.skipped)"
    case .notFollowed: "not followed: 'follow' " + (sink.follow ?? []).words
    case .notRouted: sink.notRouted
    case .noSink: "the sink did not exist then"
    case .unrecorded: "not sent; why was not recorded"
    }
  }

  private func time(_ instant: Timestamp?) -> String { instant.map { " \(zone.time(at: $0).toTheSecond)" } ?? "" }
}

extension SinkOutcome {
  /// Whether its line names routes or conditions.
  fileprivate var isByRoutes: Bool { !(routes ?? []).isEmpty || !(follow ?? []).isEmpty }

  /// The other plays in its message.
  fileprivate var company: String {
    let others = plays.map { ", with \(($0 - 1).counted("other play"))" } ?? ""
    guard digest == true else { return others }
    let pause =
      switch reason {
      case "operator": "the pause"
      case "quiet": "quiet hours"
      default: "quiet hours or a pause"
      }
    return ", summed up in the digest after \(pause)\(others)"
  }

  fileprivate var failures: String {
    [error, attempts.map { "\($0.counted("attempt")) failed" }].compactMap(\.self).joined(separator: ", ")
  }

  /// Where a dead letter is listed.
  fileprivate var place: String { number.map { ", message \($0) in 'livegamed outbox list'" } ?? "" }

  /// The operator who dropped it.
  fileprivate var operatorName: String { user.map { $0 == 0 ? "root" : "user \($0)" } ?? "an operator" }

  fileprivate var skipped: String {
    switch reason {
    case "superseded": "a newer revision was sent"
    case "unrouted": "no route sends its newest revision to the sink any more"
    case "retracted": "it was taken back before it was sent"
    case "stale": "livegamed saw it too late" + (limit.map { " (the limit is 'expires', \($0))" } ?? "")
    case "consequence": "it only follows from the correction of another play"
    case "completion": "it only completes what was sent"
    case "withheld": "it was dropped at the end of a pause"
    default: "there was nothing new in it"
    }
  }

  /// The sink's `expires` in its largest whole unit.
  private var limit: String? {
    guard let seconds = expiresSeconds else { return nil }
    let unit = [(86_400, "d"), (3600, "h"), (60, "min")].first { seconds > 0 && seconds % $0.0 == 0 } ?? (1, "s")
    return "\(seconds / unit.0) \(unit.1)"
  }

  /// The condition of its only route that the event does not meet.
  fileprivate var notRouted: String { routes?.first?.words ?? "no route names it" }
}

extension SinkOutcome.Route {
  fileprivate var words: String {
    let reason =
      switch (decision, outcome) {
      case ("not_asked", _): "was not asked, after a route with 'stop'"
      case (_, "provisional"): "the event is provisional, and the sink, without 'early: true', gets the complete play"
      case (_, "unimportant"): "importance 0 reaches people only through a route with 'importance'"
      default: unmet.words
      }
    guard let number else { return reason }
    return "route \(number)\(place.map { " (\($0))" } ?? "") \(outcome == nil ? "" : "matches, but ")\(reason)"
  }
}

extension [SinkOutcome.Finding] {
  /// The required values, and those of the event.
  fileprivate var words: String {
    guard count > 1 else { return first.map { "needs \($0.need); the event has \($0.value)" } ?? "" }
    return "needs " + map { "\($0.need) (the event has \($0.value))" }.joined(separator: " and ")
  }
}

extension SinkOutcome.Finding {
  fileprivate var value: String { has.isEmpty ? "none" : has }

  /// The condition in words: `the tag scoring`, `innings 7+`.
  fileprivate var need: String {
    switch key {
    case "tags": wants.contains(", ") ? "one of the tags \(wants)" : "the tag \(wants)"
    case "all_tags": "the tags \(wants.replacing("all of ", with: ""))"
    case "not_tags": "none of the tags \(wants.replacing("none of ", with: ""))"
    default: "\(key) \(wants)"
    }
  }
}
