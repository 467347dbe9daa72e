import ArgumentParser
import LiveCore

/// Prints what a watched stream brings, and runs the command that goes with it.
struct WatchPrinter {
  var isJSON: Bool
  var program: WatchProgram?

  /// Until nobody reads, or a signal ends it. Without a command a signal simply ends the process.
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
