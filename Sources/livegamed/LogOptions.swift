import ArgumentParser
import Logging

/// `--log-level LEVEL`: how much the daemon says of itself on standard error.
struct LogOptions: ParsableArguments {
  @Option(
    name: .long, help: "How much to say: trace, debug, info, notice, warning, error or critical.",
    completion: .list(Logger.Level.allCases.map(\.rawValue)), transform: level)
  var logLevel: Logger.Level = .notice

  /// Sends the process's log to standard error, as lines with fields.
  func bootstrap() -> Logger {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var logger = Logger(label: "livegamed")
    logger.logLevel = logLevel
    return logger
  }

  private static func level(_ text: String) throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: text) else { throw ValidationError("'\(text)' is no log level") }
    return level
  }
}
