internal import Glibc
public import Logging

/// The daemon's own log, written by a thread of its own. A blocked destination never blocks the caller; see `LogQueue`
/// for the treatment of lines then.
public final class OwnLog: Sendable {
  private let destination: LogDestination
  private let journal: JournalWriter
  /// Nil where the system refuses a thread: then lines are written by whoever logs.
  private let queue: LogQueue?

  /// A log that goes there, for the life of the process.
  public convenience init(_ destination: LogDestination) {
    self.init(destination, journal: JournalWriter(), limits: LogQueue.Limits()) { StandardError.say($0) }
  }

  init(
    _ destination: LogDestination, journal: JournalWriter, limits: LogQueue.Limits,
    say: @escaping @Sendable (_ line: String) -> Void
  ) {
    (self.destination, self.journal) = (destination, journal)
    queue = try? LogQueue(limits: limits) { dropped in
      Self.report(dropped, to: destination)
    } write: { entry in
      journal.write(entry, otherwise: say)
    }
  }

  /// Returns a handler for `LoggingSystem.bootstrap`.
  ///
  /// - Parameter label: the logger's; the journal's entries are all livegamed's.
  /// - Returns: a handler that never fails and never waits: what the journal refuses goes to standard error.
  public func handler(label: String) -> any LogHandler { Self.handler(destination, label, into: sink) }

  /// Waits until what was logged so far has been written, for at most `limit`: to be called before the process ends.
  public func flush(within limit: Duration = .seconds(2)) { queue?.flush(within: limit) }

  /// How the destination stands, by the wall clock as it stands now.
  var standing: OwnLogStanding {
    var standing = queue?.standing ?? OwnLogStanding()
    standing.blockedSince = standing.blockedSince.map { WallClock.now() - (RunClock.shared.now() - $0) }
    return standing
  }

  private var sink: @Sendable (OwnLogEntry) -> Void {
    guard let queue else { return { [journal] in journal.write($0) { StandardError.say($0) } } }
    return { queue.append($0) }
  }

  private static func handler(
    _ destination: LogDestination, _ label: String, into sink: @escaping @Sendable (OwnLogEntry) -> Void
  ) -> any LogHandler {
    switch destination {
    case .journal: JournalLogHandler(put: sink)
    case .standardError: StreamLogHandler(label: label, stream: LineStream(put: sink))
    }
  }

  /// The entry that says how many lines are missing where it stands.
  private static func report(_ dropped: Int, to destination: LogDestination) -> OwnLogEntry {
    let made = Locked(OwnLogEntry(payload: nil, line: ""))
    var logger = Logger(label: JournalField.program) { label in
      handler(destination, label) { entry in made.withLock { $0 = entry } }
    }
    logger.logLevel = .warning
    logger.warning(
      "own log lines dropped: their destination took no more", metadata: [LogKey.count: "\(dropped)"])
    return made.withLock { $0 }
  }

  /// Takes the lines of a `StreamLogHandler`, which writes each in one piece.
  private struct LineStream: TextOutputStream, Sendable {
    let put: @Sendable (OwnLogEntry) -> Void

    func write(_ text: String) {
      put(OwnLogEntry(payload: nil, line: text.hasSuffix("\n") ? String(text.dropLast()) : text))
    }
  }
}

/// One line of the daemon's own log, ready to be written.
struct OwnLogEntry: Sendable {
  /// For the journal; nil where the destination takes lines, and for what journald would not keep whole.
  var payload: JournalPayload?
  /// For standard error, without a newline; for what the journal refuses, too.
  var line: String

  /// The approximate size in memory, in bytes.
  var byteCount: Int { (payload?.bytes.count ?? 0) + line.utf8.count }
}

/// How the destination of the daemon's own log stands.
struct OwnLogStanding: Equatable, Sendable {
  /// Lines that were dropped since the daemon began.
  var dropped = 0
  /// Since when the destination takes nothing; nil while it does.
  var blockedSince: Timestamp?

  /// A write that takes so long has not just been slow.
  static let patience: Duration = .seconds(5)

  /// Nothing was dropped and nothing hangs.
  var isWell: Bool { dropped == 0 && blockedSince == nil }
}

/// This process's standard error.
enum StandardError {
  /// Writes one line, whole unless nobody reads it any more: there is nowhere left to say so. Blocks for as long as
  /// nobody takes it.
  static func say(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN {
        // Another process that shares it has set it non-blocking.
        var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&output, 1, -1)
        continue
      }
      guard count >= 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}

extension Fault {
  /// Returns log metadata for an error: its text as `error` and, for a `Fault`, its `code` and its place as `file`,
  /// `line` and `column`, `url` or `sink`.
  ///
  /// - Parameters:
  ///   - error: any; its text must be fit for the operator.
  ///   - fields: what else is said. These win.
  /// - Returns: fields by the names of `docs/operations.md`.
  public static func metadata(of error: any Error, and fields: Logger.Metadata = [:]) -> Logger.Metadata {
    var metadata: Logger.Metadata = [LogKey.error: "\(error)"]
    if let fault = error as? Fault {
      metadata[LogKey.code] = "\(fault.code.rawValue)"
      metadata.merge(fault.placeMetadata) { $1 }
    }
    return metadata.merging(fields) { $1 }
  }

  private var placeMetadata: Logger.Metadata {
    switch place {
    case .file(let name, let line, let column):
      [LogKey.file: "\(name)", LogKey.line: "\(line)", LogKey.column: "\(column)"]
    case .path(let path): [LogKey.file: "\(path)"]
    case .url(let address): [LogKey.url: "\(address)"]
    case .sink(let name): [LogKey.sink: "\(name)"]
    case nil: [:]
    }
  }
}

extension String {
  /// On one line, and without what would steer a terminal: each control character is a space.
  var withoutControls: String {
    String(map { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } ? $0 : " " })
  }
}
