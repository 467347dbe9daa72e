import LiveCore
import LiveModel

/// Waiting messages and dead letters for people, by sink:
/// `#4  dead  BOS@TB  "Rob Refsnyder homers (9) on a fly b…"  status 401, 6 attempts, 05:07 EST`.
struct OutboxText {
  let listing: OutboxListing
  /// The only sink of the list; nil for all.
  var sink: String?
  /// The state of each sink; empty if the daemon did not say.
  var sinks: [SinkListing.Entry] = []
  /// Maximum columns; nil for no limit.
  var width: Int?
  var hasColour: Bool
  var zone: LocalZone
  /// Time of the list. Other days than this get their date.
  var now: LocalTime

  /// Columns that the summary keeps, however long the error is.
  private static let minimumSummary = 16

  /// Lines for `Terminal.say(drawn:)`.
  var lines: [String] {
    let note = listing.more ? ["the newest \(listing.entries.count); older ones are not listed"] : []
    let sinks = Set(listing.entries.map(\.sink)).union(listing.pending.keys).sorted()
    let subject = sink.map { "sink '\($0.onOneLine)': " } ?? ""
    guard !sinks.isEmpty else { return ["\(subject)no message waits, and there are no dead letters"] }
    return note + sinks.flatMap { [$0.onOneLine] + messages(of: $0) + pending(of: $0) }
  }

  private func messages(of sink: String) -> [String] {
    let rows = listing.entries.filter { $0.sink == sink }.map { ($0, head($0)) }
    let widths = (0..<3).map { column in rows.map { $0.1[column].columns }.max() ?? 0 }
    return rows.map { entry, head in
      let begin = "  " + zip(head, widths).map { $0.padding(to: $1) }.joined(separator: "  ") + "  "
      let line = begin + text(entry, in: width.map { $0 - begin.columns })
      let colour: TextTable.Colour = entry.state == .dead ? .red : .plain
      return colour.paint((width.map { line.cut(to: $0) } ?? line).trimmingEnd(), if: hasColour)
    }
  }

  /// Returns number, state and game.
  private func head(_ entry: OutboxListing.Entry) -> [String] {
    ["#\(entry.number)", entry.state.rawValue, (entry.subject ?? entry.lane).onOneLine]
  }

  /// Returns the summary and what happened to the message, in so many columns.
  private func text(_ entry: OutboxListing.Entry, in room: Int?) -> String {
    // Earlier releases put the number into the error.
    let isCounted = entry.error.map { $0.hasPrefix("expired a") } ?? false
    let attempts = entry.attempts == 0 || isCounted ? nil : entry.attempts.counted("attempt")
    let time = zone.time(at: entry.state == .dead ? entry.changed : entry.due).beside(now)
    let subject = entry.about.map { "about sink '\($0.onOneLine)'" }
    let error = [subject, entry.error.map(words(for:))].compactMap(\.self).joined(separator: ", ")
    let end = [attempts, time].compactMap(\.self).joined(separator: ", ")
    guard let summary = summary(entry) else { return fate(error, end, in: room) }
    let more = entry.facts > 1 ? " and \(entry.facts - 1) more" : ""
    guard let room else { return "\"\(summary)\"\(more)  \(fate(error, end, in: nil))" }
    let least = min(summary.columns, Self.minimumSummary)
    let fate = fate(error, end, in: max(0, room - more.columns - least - 4))
    let shown = summary.cut(to: max(1, room - more.columns - fate.columns - 4))
    return "\"\(shown)\"\(more)  \(fate)".cut(to: room)
  }

  /// Returns an error on one line, with the right plural in those of earlier releases.
  private func words(for error: String) -> String {
    error == "expired after 1 attempts" ? "expired after 1 attempt" : error.onOneLine
  }

  /// Returns the error with attempts and time after it. In so many columns, the error is cut, and the rest stays whole.
  private func fate(_ error: String, _ end: String, in room: Int?) -> String {
    guard !error.isEmpty else { return end }
    guard let room, error.columns + 2 + end.columns > room else { return "\(error), \(end)" }
    let rest = room - end.columns - 2
    return rest > 1 ? "\(error.cut(to: rest)), \(end)" : end
  }

  private func summary(_ entry: OutboxListing.Entry) -> String? { (entry.summary ?? entry.event)?.onOneLine }

  private func pending(of sink: String) -> [String] {
    guard let count = listing.pending[sink], count > 0 else { return [] }
    let reason =
      sinks.first { $0.name == sink }.flatMap { $0.reasonToWait { zone.time(at: $0).beside(now) } } ?? Self.reasons
    let text = "\(count.counted("play")) not sent yet: \(reason)"
    return ["  " + (width.map { text.cut(to: $0 - 2) } ?? text)]
  }

  /// All reasons for which a play may wait.
  private static let reasons = "waiting for a delay, quiet hours, the end of a pause or an earlier message"
}
