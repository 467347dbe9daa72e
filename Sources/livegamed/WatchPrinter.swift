import ArgumentParser
import LiveCore
internal import LiveModel
import LivePlatform

/// Prints the events of a stream and runs the command for each of them.
struct WatchPrinter {
  var isJSON: Bool
  var program: WatchProgram?

  /// Runs until the reader of the output is gone or a signal arrives. Without a command, signals keep their default
  /// action.
  func run(_ stream: WatchStream) async throws {
    let signals = try program.map { _ in try TerminalSignals(ofScreen: false) }
    Terminal.ignoreBrokenPipes()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await printAll(of: stream) }
      group.addTask { try await Terminal.waitForHangUp() }
      if let signals {
        group.addTask {
          if let signal = await signals.wait() { throw ExitStatus.ended(by: signal) }
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func printAll(of stream: WatchStream) async throws {
    var stream = stream
    let format = EventLine(hasColour: Terminal.hasColour)
    while true {
      switch try await stream.next() {
      case .outage(let fault): try await Terminal.warn("\(fault)")
      case .line(let line) where line.op != nil:
        if let text = format.text(of: line) { try await Terminal.warn(text) }
      case .line(let line):
        if isJSON {
          try await Terminal.put(json: line.bytes)
        } else if let text = format.text(of: line) {
          try await Terminal.put(Array(text.utf8))
        }
        if let fault = try await program?.run(line) { try await Terminal.warn("\(fault)") }
      }
    }
  }
}

/// Formats an event as one line for people: time, game, summary.
struct EventLine {
  var hasColour: Bool
  /// Maximum columns; nil for no limit.
  var width: Int?

  /// Returns the line in a form that is safe for a terminal; nil for lines without value for people: most control
  /// lines, and events of importance 0, such as a batter's time-out.
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
    case "future": "the log does not reach that far: new events follow"
    case "other_log": "the daemon has another log than before: all its events follow"
    case let reason: "some events are missing: \((reason ?? "the daemon does not say why").onOneLine)"
    }
  }

  private func event(_ line: WatchLine) -> String {
    let time = line.time.map { String($0.description.dropFirst(11).prefix(8)) } ?? ""
    let game = (line.subject ?? "").onOneLine.padding(to: 7)
    let summary = (line.summary ?? "").onOneLine + (line.isProvisional ? " (not confirmed yet)" : "")
    let text = width.map { summary.cut(to: $0 - time.columns - game.columns - 4) } ?? summary
    return "\(paint(time, "2"))  \(paint(game, "36"))  \(paint(text, colour(line)))"
  }

  /// Returns the colour by importance: bold for decisive events, dim for routine.
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
