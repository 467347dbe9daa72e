import LiveCore
import LiveModel

/// The answer to `explain` in words: the event, and one line for each sink.
struct ExplainText {
  private let explanation: EventExplanation
  private let zone: LocalZone

  init(_ explanation: EventExplanation, zone: LocalZone) { (self.explanation, self.zone) = (explanation, zone) }

  /// The lines, not yet safe for a terminal.
  var lines: [String] {
    [head, revisions, explanation.configurationText].compactMap(\.self)
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

  private func outcome(_ sink: SinkOutcome) -> [String] {
    let words = OutcomeWords { zone.time(at: $0).toTheSecond }
    let removed = sink.removed == true ? " (the sink is no longer configured)" : ""
    guard sink.outcome == .notRouted, let routes = sink.routes, routes.count > 1 else {
      return ["\(sink.sink): \(words.text(of: sink))\(removed)"]
    }
    // The first three say enough.
    let more = routes.count > 3 ? ["  and \((routes.count - 3).counted("route")) more"] : []
    return ["\(sink.sink): no route sends it there\(removed)"] + routes.prefix(3).map { "  \($0.words)" } + more
  }
}
