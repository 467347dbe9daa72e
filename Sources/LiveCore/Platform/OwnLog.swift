internal import Glibc
public import Logging

/// What the daemon says of itself, written by a thread of its own: however long the destination takes nothing, whoever
/// logs goes on. See `LogQueue` for what happens to the lines then.
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

  /// What `LoggingSystem.bootstrap` takes.
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
