internal import LiveModel

/// The points of each period as monospaced text, drawn from the known events of a game.
struct PeriodScoreText: Sendable {
  /// The text to draw; empty when the end of a period is missing, because a wrong line is worse than none.
  let blocks: [String]

  /// Takes the events in the order they were logged, the newest last, none of them retracted.
  init(_ events: [Event]) {
    guard let newest = events.last, let score = events.inOrderOfPlay.last(where: { $0.data.score != nil })?.data.score
    else {
      blocks = []
      return
    }
    var ends: [Int: Score] = [:]
    var last = 0
    for event in events {
      guard let period = event.data.basketball.period?.number else { continue }
      last = max(last, period)
      if event.type == .period, event.data.tags.contains(.periodEnd) { ends[period] = event.data.score }
    }
    let final = events.last { $0.data.tags.contains(.final) }?.data.score
    guard last > 0, last <= 10, (1..<last).allSatisfy({ ends[$0] != nil }) else {
      blocks = []
      return
    }
    ends[last] = final ?? ends[last] ?? score
    blocks = [Self.table(ends, last, newest.data.game)]
  }

  private static func table(_ ends: [Int: Score], _ last: Int, _ game: EventGame) -> String {
    let names = (game.away.abbreviation.prefix(5), game.home.abbreviation.prefix(5))
    let width = max(names.0.count, names.1.count)
    let shown = 1...max(4, last)
    let header = padded("", width) + shown.map { right($0 <= 4 ? "\($0)" : $0 == 5 ? "OT" : "\($0 - 4)OT") }.joined()
    func row(_ name: Substring, _ side: Side) -> String {
      var before = 0
      let cells = shown.map { period in
        guard let score = ends[period] else { return right("") }
        defer { before = score[side] }
        return right("\(score[side] - before)")
      }
      return padded(String(name), width) + cells.joined() + right("\(ends[last]?[side] ?? 0)")
    }
    return [header + right("T"), row(names.0, .away), row(names.1, .home)].joined(separator: "\n")
  }

  private static func right(_ text: String) -> String { String(repeating: " ", count: max(1, 4 - text.count)) + text }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
