internal import Glibc
public import LiveModel
public import Logging

/// The daemon's own log, written by a thread of its own: a destination that blocks never blocks the code that logs.
/// `LogQueue` describes what happens to the lines meanwhile.
public final class OwnLog: Sendable {
  private let destination: LogDestination
  private let journal: JournalWriter
  /// Nil when the system refuses a thread. Lines are then written by the thread that logs.
  private let queue: LogQueue?

  /// Creates a log with this destination, for the life of the process.
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

  /// Returns a log handler for `LoggingSystem.bootstrap`.
  ///
  /// - Parameter label: the label of the logger. Journal entries always have the identifier `livegamed`.
  /// - Returns: a handler that never fails and never waits. Entries that the journal refuses go to standard error.
  public func handler(label: String) -> any LogHandler { Self.handler(destination, label, into: sink) }

  /// Waits until everything logged so far is written, for at most `limit`. Call it before the process ends.
  public func flush(within limit: Duration = .seconds(2)) { queue?.flush(within: limit) }

  /// State of the destination, in terms of the present wall clock.
  package var standing: OwnLogStanding {
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
    case .standardError: LineLogHandler(put: sink)
    }
  }

  /// Returns the entry that reports how many lines are missing at its place.
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
}

/// One line of the daemon's own log, ready for writing.
package struct OwnLogEntry: Sendable {
  /// Journal entry; nil when the destination is standard error, or when journald would not store the whole entry.
  var payload: JournalPayload?
  /// Line for standard error, without a newline. Also used when the journal refuses the entry.
  var line: String

  /// Approximate size in memory.
  var byteCount: Int { (payload?.bytes.count ?? 0) + line.utf8.count }
}

/// State of the destination of the daemon's own log.
public struct OwnLogStanding: Equatable, Sendable {
  /// Lines dropped since the daemon started.
  public var dropped = 0
  /// Time since which the destination has taken nothing; nil while it takes lines.
  public var blockedSince: Timestamp?

  package init(dropped: Int = 0, blockedSince: Timestamp? = nil) {
    (self.dropped, self.blockedSince) = (dropped, blockedSince)
  }

  /// A write that takes longer counts as blocked, not as slow.
  package static let patience: Duration = .seconds(5)

  /// True when nothing was dropped and nothing is blocked.
  package var isWell: Bool { dropped == 0 && blockedSince == nil }
}

extension OwnLogStanding: Codable {
  private enum CodingKeys: String, CodingKey {
    case dropped
    case blockedSince = "blocked_since"
  }

  /// Decodes the member `own_log` of the answer to `status`. A missing number counts as zero.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    dropped = try container.decodeIfPresent(Int.self, forKey: .dropped) ?? 0
    blockedSince = try container.decodeIfPresent(Timestamp.self, forKey: .blockedSince)
  }
}

/// The destination of the process's own log.
public enum LogDestination: Equatable, Sendable {
  /// The journal, as entries with fields.
  case journal
  /// Standard error, as lines.
  case standardError

  /// Chooses the journal when standard error is already connected to it, as in a systemd service.
  ///
  /// - Parameter environment: the environment of the process. systemd sets `JOURNAL_STREAM` to the connected stream.
  public init(environment: [String: String]) {
    self = JournalStream.isOpen(STDERR_FILENO, by: environment["JOURNAL_STREAM"]) ? .journal : .standardError
  }
}

/// Identity of an open file: device and inode, as in `$JOURNAL_STREAM` (systemd.exec(5)).
struct JournalStream: Equatable, Sendable {
  private let device: UInt
  private let inode: UInt

  /// Parses `$JOURNAL_STREAM`, such as `8:174311`; nil when it is malformed.
  init?(variable: String?) {
    let numbers = (variable ?? "").split(separator: ":", omittingEmptySubsequences: false).map { UInt($0) }
    guard numbers.count == 2, let device = numbers[0], let inode = numbers[1] else { return nil }
    (self.device, self.inode) = (device, inode)
  }

  /// Reads the identity of an open descriptor; nil when it is closed.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
  }

  /// Returns whether the descriptor is the stream that the variable names. A child may inherit the variable without the
  /// stream.
  static func isOpen(_ descriptor: Int32, by variable: String?) -> Bool {
    guard let stream = JournalStream(variable: variable) else { return false }
    return stream == JournalStream(descriptor: descriptor)
  }
}

/// Standard error of this process.
enum StandardError {
  /// Writes one line completely, or gives up silently when standard error is closed. Blocks while the reader takes
  /// nothing.
  static func say(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN {
        // Another process that shares the file has made it non-blocking.
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
  /// Returns the log metadata of an error: its text as `error` and, for a `Fault`, its `code` and its place as `file`,
  /// `line` and `column`, `url` or `sink`.
  ///
  /// - Parameters:
  ///   - error: any error whose text is fit for the operator.
  ///   - fields: further metadata, which takes precedence.
  /// - Returns: metadata with the keys of `docs/operations.md`.
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
