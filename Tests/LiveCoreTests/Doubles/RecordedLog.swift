import Logging

@testable import LiveCore
@testable import LivePlatform

/// Records log output as text.
final class RecordedLog: Sendable {
  private let kept = Locked<[String]>([])

  /// Lines such as `warning delivery failed attempt=1 …`, with the fields in the order of their names.
  var lines: [String] { kept.withLock { $0 } }

  func lines(_ level: Logger.Level) -> [String] { lines.filter { $0.hasPrefix("\(level) ") } }

  var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let fields = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
      let line = "\(event.level) \(event.message)" + fields.map { " \($0.key)=\($0.value)" }.joined()
      log.kept.withLock { $0.append(line) }
    }
  }
}
