import ArgumentParser
import LiveCore
import Logging

/// `--log-level LEVEL`: how much the daemon says of itself.
struct LogOptions: ParsableArguments {
  @Option(
    name: .long, help: "How much to say: trace, debug, info, notice, warning, error or critical.",
    completion: .list(Logger.Level.allCases.map(\.rawValue)), transform: level)
  var logLevel: Logger.Level = .notice

  /// Sends the process's log there; once in its life.
  func bootstrap(_ ownLog: OwnLog) -> Logger {
    LoggingSystem.bootstrap(ownLog.handler)
    var logger = Logger(label: "livegamed")
    logger.logLevel = logLevel
    return logger
  }

  private static func level(_ text: String) throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: text) else { throw ValidationError("'\(text)' is no log level") }
    return level
  }
}
