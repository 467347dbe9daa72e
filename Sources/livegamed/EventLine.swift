import LiveCore

/// One line for people, an event each: when, which game, what.
struct EventLine {
  var hasColour: Bool
  /// Columns of the terminal that it has to fit; nil lets it be as long as it is.
  var width: Int?

  /// The line as a terminal can show it. Nil for lines that are of no use to people: most control lines, and events of
  /// importance 0, such as a batter's time-out.
  func text(of line: WatchLine) -> String? {
    switch line.op {
    case nil: line.importance == 0 ? nil : event(line)
    case "gap": gap(line)
    default: nil
    }
  }

  private func gap(_ line: WatchLine) -> String {
    switch line.reason {
    case "pruned": "some events are missing: the log no longer holds them"
    case "future": "the log has not come so far: what comes from now on follows"
    case "other_log": "the daemon has another log than before: all that it holds follows"
    case let reason: "some events are missing: \((reason ?? "the daemon does not say why").onOneLine)"
    }
  }

  private func event(_ line: WatchLine) -> String {
    let time = line.time.map { String($0.description.dropFirst(11).prefix(8)) } ?? ""
    let game = (line.subject ?? "").onOneLine.padding(to: 7)
    let words = (line.summary ?? "").onOneLine + (line.isProvisional ? " (not confirmed yet)" : "")
    let text = width.map { words.cut(to: $0 - time.columns - game.columns - 4) } ?? words
    return "\(paint(time, "2"))  \(paint(game, "36"))  \(paint(text, colour(line)))"
  }

  /// By importance: what decides a game is bold, what is routine is dim.
  private func colour(_ line: WatchLine) -> String {
    switch line.importance ?? 0 {
    case 4...: "1;32"
    case 3: "1"
    case 2: "0"
    default: "2"
    }
  }

  private func paint(_ text: String, _ code: String) -> String { hasColour ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text }
}
