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
  fileprivate var colour: TextTable.Colour {
    switch state {
    case .disabled: .red
    case .failing, .paused, .removed: .yellow
    default: disabled != nil ? .red : error != nil || (dead ?? 0) > 0 ? .yellow : .plain
    }
  }
}
