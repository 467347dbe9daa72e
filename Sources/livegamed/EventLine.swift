import LiveCore

/// One line for people, an event each: when, which game, what.
struct EventLine {
  var hasColour: Bool

  /// Nil for what says nothing to people: most control lines, and events of importance 0, such as a batter's time-out.
  func text(of line: WatchLine) -> String? {
    switch line.op {
    case nil: line.importance == 0 ? nil : event(line)
    case "gap": paint("some events are missing: \(line.reason ?? "unknown")", "33")
    case "error": paint("the daemon says: \(line.summary ?? line.reason ?? "error")", "31")
    case "closed": paint("the daemon closed the connection: \(line.reason ?? "")", "33")
    default: nil
    }
  }

  private func event(_ line: WatchLine) -> String {
    let time = line.time.map { String($0.description.dropFirst(11).prefix(8)) } ?? ""
    let game = (line.subject ?? "").padding(to: 7)
    let text = (line.summary ?? "") + (line.isProvisional ? " (not confirmed yet)" : "")
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
