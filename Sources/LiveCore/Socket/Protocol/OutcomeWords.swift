package import LiveModel

/// The outcome of an event at a sink, in words for people.
package struct OutcomeWords {
  private let time: (Timestamp) -> String

  /// Creates the words with the texts of instants, such as `19:05 EDT`.
  package init(time: @escaping (Timestamp) -> String) { self.time = time }

  /// Returns what became of the event at a sink: `sent 19:05 EDT, message 1312`.
  package func text(of sink: SinkOutcome) -> String {
    let (at, until, since) = (spaced(sink.at), spaced(sink.until), spaced(sink.since))
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

  /// Returns the text of an instant after a space; nothing without one.
  private func spaced(_ instant: Timestamp?) -> String { instant.map { " \(time($0))" } ?? "" }
}

extension EventExplanation {
  /// Says that the routes are not those of then; nil if they are.
  package var configurationText: String? {
    switch configuration {
    case .present: nil
    case .changed:
      sinks.contains(where: \.isByRoutes)
        ? "the routes below were in force when it happened; they have changed since"
        : "the configuration has changed since"
    case .unrecorded: "an earlier release logged this event and did not record the routes"
    }
  }
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
  /// The reason why the route did not add the sink: `route 2 (livegamed.yaml:14:5) needs the tag final; …`.
  package var words: String {
    guard let number else { return reason }
    return "route \(number)\(place.map { " (\($0))" } ?? "") \(outcome == nil ? "" : "matches, but ")\(reason)"
  }

  /// The same without the name of the route.
  package var reason: String {
    switch (decision, outcome) {
    case ("not_asked", _): "was not asked, after a route with 'stop'"
    case (_, "provisional"): "the event is provisional, and the sink, without 'early: true', gets the complete play"
    case (_, "unimportant"): "importance 0 reaches people only through a route with 'importance'"
    default: unmet.words
    }
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
