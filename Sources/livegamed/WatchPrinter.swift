import ArgumentParser
import LiveCore
internal import LiveModel
import LivePlatform

/// Prints the events of a stream and runs the command for each of them.
struct WatchPrinter {
  var isJSON: Bool
  var hasNumbers = false
  var program: WatchProgram?
  var zone: LocalZone

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
    let format = EventLine(hasColour: Terminal.hasColour, hasNumbers: hasNumbers, zone: zone)
    var days = DayLine(zone: zone, from: WallClock.now())
    while true {
      switch try await stream.next() {
      case .outage(let fault): try await Terminal.warn("\(fault)")
      case .line(let line) where line.op != nil:
        if let text = format.text(of: line) { try await Terminal.warn(text) }
      case .line(let line):
        if isJSON {
          try await Terminal.put(json: line.bytes)
        } else if let text = format.text(of: line) {
          if let day = days.next(line.observed) { try await Terminal.put(day) }
          try await Terminal.put(text)
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
  /// Whether the line begins with the event's number.
  var hasNumbers = false
  var zone: LocalZone
  var clock = Clock.log

  /// The time at the beginning of a line.
  enum Clock {
    /// When the daemon logged the event, by which `--since` and `--until` select.
    case log
    /// When the play happened.
    case play
    /// How long after this time the play happened, as `1:07` for 67 minutes.
    case playSince(Timestamp)
  }

  /// Returns the line in a form that is safe for a terminal; nil for lines without value for people: most control
  /// lines, and events of importance 0, such as a batter's time-out.
  func text(of line: WatchLine) -> String? {
    switch line.op {
    case nil: line.importance == 0 ? nil : text(ofEvent: line)
    case "gap": gap(line)
    case "synced" where !line.warnings.isEmpty: line.warnings.map(\.onOneLine).joined(separator: "\n")
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

  /// Returns the line of an event of any importance.
  func text(ofEvent line: WatchLine) -> String {
    let time = time(of: line)
    let game = (line.subject ?? "").onOneLine.padding(to: 7)
    let summary =
      (line.summary ?? "").showing(line.scheduledStart, in: zone).onOneLine
      + (line.isProvisional ? " (not confirmed yet)" : "")
    let text = width.map { summary.cut(to: $0 - time.columns - game.columns - 4) } ?? summary
    let number = hasNumbers ? "\(paint(Self.number(of: line), "2"))  " : ""
    return "\(number)\(paint(time, "2"))  \(paint(game, "36"))  \(paint(text, colour(line)))"
  }

  /// Returns the number in at least five columns, so that the lines of a log of usual size are aligned.
  static func number(of line: WatchLine) -> String {
    let number = line.sequence.map { String($0) } ?? ""
    return String(repeating: " ", count: max(0, 5 - number.count)) + number
  }

  private func time(of line: WatchLine) -> String {
    switch clock {
    case .log: return line.observed.map { zone.time(at: $0).clock } ?? ""
    case .play: return line.time.map { zone.time(at: $0).clock } ?? ""
    case .playSince(let start):
      guard let time = line.time else { return "" }
      let minutes = max(0, (time - start).components.seconds) / 60
      return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
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
