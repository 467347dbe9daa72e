import LiveCore
internal import LiveModel

/// The table of the sinks, for `status` and `sink list`.
struct SinkTable {
  let sinks: [SinkListing.Entry]
  let zone: LocalZone
  /// Columns of the terminal; nil for no limit.
  var width: Int?
  /// The time of the table. Other days than this get their date; nil for times with date and seconds.
  var now: LocalTime?

  /// Lines for `Terminal.say(drawn:)`.
  func lines(hasColour: Bool) -> [String] {
    let time = { (instant: Timestamp) in
      let local = zone.time(at: instant)
      return now.map(local.beside) ?? local.toTheSecond
    }
    var table = TextTable("sink", "type", "waiting", "dead", "last delivered", "state")
    for sink in sinks {
      table.add(
        [
          sink.name, sink.type ?? "", sink.waiting.map(String.init) ?? "", sink.dead.map(String.init) ?? "",
          sink.lastDelivered.map(time) ?? "never", sink.stateText(time),
        ], colour: sink.colour)
    }
    let remedies = sinks.compactMap(\.remedy).map(\.onOneLine)
    guard let width else { return table.lines(hasColour: hasColour) + remedies }
    return table.lines(hasColour: hasColour, width: width, dropping: ["type", "last delivered", "dead"])
      + remedies.flatMap { $0.wrapped(to: width) }
  }
}

extension SinkListing.Entry {
  /// The state in words: `failing since 2026-11-23 05:07:00 EST: status 401 (check its url)`.
  fileprivate func stateText(_ time: (Timestamp) -> String) -> String {
    let reason: String? =
      switch state {
      case .disabled: disabled
      case .failing: failure.map { $0 + (wait(time) ?? "") }
      case .paused: pausedSince == nil ? pause : nil
      case .removed: "not configured any more"
      case .waiting: failure
      default: nil
      }
    let beginning =
      switch state {
      case .disabled: disabledSince
      case .failing: failingSince
      case .paused where until == nil: pausedSince
      default: Timestamp?.none
      }
    let since = beginning.map { " since \(time($0))" }
    let order = state == .paused && pausedSince != nil ? " by an operator" : ""
    let name = (state?.rawValue ?? (disabled == nil ? "" : "disabled")) + order
    let end = until.map { " until \(time($0))" } ?? delaySeconds.map { " \($0) s" }
    let dead = hasFreshDeadLetters == true ? lastDead.map { "last dead letter \(time($0))" } : nil
    let text = name + (since ?? "") + (end ?? "") + (reason.map { ": \($0)" } ?? "")
    return [text, dead].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Advice on a sink that gets nothing; nil for any other, and for one that resumes by itself.
  fileprivate var remedy: String? {
    switch state {
    case .disabled:
      "sink '\(name)': correct its settings and reload; if it works as it is, run 'livegamed sink enable \(name)'"
    case .failing:
      "sink '\(name)': 'livegamed sink test \(name)' tries it now; each message is retried until it expires or is refused "
        + "for good"
    case .paused where pausedSince != nil: "sink '\(name)': 'livegamed sink resume \(name)' ends the pause"
    default: nil
    }
  }

  fileprivate var colour: TextTable.Colour {
    switch state {
    case .disabled: .red
    case .failing, .paused, .removed: .yellow
    default: disabled != nil ? .red : error != nil || (dead ?? 0) > 0 ? .yellow : .plain
    }
  }
}
