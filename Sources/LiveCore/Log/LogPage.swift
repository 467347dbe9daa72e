internal import GRDB
internal import LiveModel

/// A part of the log, and the direction in which it is read.
struct LogRange: Hashable, Sendable {
  enum Cursor: Hashable, Sendable {
    /// Upwards, from the first event after this sequence.
    case after(Int)
    /// Downwards, from the last event before this sequence; nil begins at the newest event.
    case before(Int?)
  }

  var cursor: Cursor
  /// The range begins with the first event that was logged at or after this time; nil for the oldest event.
  var since: Timestamp?
  /// The range ends before the first event that was logged at or after this time; nil for the newest event.
  var until: Timestamp?
  /// The range ends with the event of this sequence; nil for the newest event.
  var last: Int?
  /// Only events of games with this number.
  var game: Int?
  /// Only events that were routed to this sink.
  var sink: String?
  /// Whether of several revisions of a fact in the range, and at the sink, only the newest is wanted.
  var isNewestOnly = false

  /// Whether the events of a game are wanted, and those of no sink.
  fileprivate var isOfOneGame: Bool { game != nil && sink == nil }
}

/// Events of a range that were read at once.
struct LogPage: Equatable, Sendable {
  /// The oldest first.
  var events: [LoggedEvent] = []
  /// The sequence for the cursor of the next page, in the same direction; nil at the end of the range.
  var next: Int?
  /// The last sequence of the range, if there is a next page and only the newest revisions are wanted. With it as
  /// `LogRange.last`, the next page considers the same revisions, so that each fact appears on one page.
  var end: Int?

  /// Limits of one page, so that reading it takes little time and memory, however few events match.
  struct Limits: Equatable, Sendable {
    /// Events in the page.
    var events: Int
    /// Events that are read and compared.
    var examined = 500
    /// Bytes of the lines in the page; one line may exceed it.
    var bytes = 256 << 10
  }

  /// Reads a page. `isWanted` selects events by their lines.
  ///
  /// A range in time is found by bisection, because the log has no index of times: where the wall clock was set back,
  /// it begins or ends at one of the places with that time.
  static func read(
    _ range: LogRange, limits: Limits, in database: Database, isWanted: (LoggedEvent) -> Bool
  ) throws -> LogPage {
    let extent = try EventLog.extent(database)
    var (first, last) = (extent.oldest, extent.newest)
    if let since = range.since { first = try sequence(loggedAt: since, extent, in: database) }
    if let until = range.until { last = try sequence(loggedAt: until, extent, in: database) - 1 }
    last = min(last, range.last ?? .max)
    let end = last
    let isUpwards: Bool
    switch range.cursor {
    case .after(let sequence): (isUpwards, first) = (true, max(first, sequence == .max ? .max : sequence + 1))
    case .before(let sequence): (isUpwards, last) = (false, min(last, (sequence ?? .max) - 1))
    }
    guard first <= last else { return LogPage() }
    var arguments: StatementArguments = ["first": first, "last": last]
    if let sink = range.sink { arguments += ["sink": sink] }
    if let game = range.game, range.isOfOneGame { arguments += ["game": game] }
    if range.isNewestOnly { arguments += ["end": end] }
    let rows = try Row.fetchCursor(
      database.cachedStatement(sql: sql(of: range, isUpwards: isUpwards)), arguments: arguments)
    var page = LogPage()
    var (examined, bytes) = (0, 0)
    while let row = try rows.next() {
      let event = try LoggedEvent(row)
      examined += 1
      let isSuperseded: Bool = try row.read("isSuperseded")
      if !isSuperseded, range.game == nil || GameID(event.game)?.gamePk == range.game, isWanted(event) {
        page.events.append(event)
        bytes += event.line.count
      }
      guard page.events.count < limits.events, examined < limits.examined, bytes < limits.bytes else {
        page.next = event.sequence == (isUpwards ? last : first) ? nil : event.sequence
        if range.isNewestOnly, page.next != nil { page.end = end }
        break
      }
    }
    if !isUpwards { page.events.reverse() }
    return page
  }

  private static func sql(of range: LogRange, isUpwards: Bool) -> String {
    let column = range.sink == nil ? "event.sequence" : "delivery.sequence"
    return """
      \(range.isOfOneGame ? leagues : "")
      SELECT event.sequence, event.game, event.logged, event.line,
        \(range.isNewestOnly ? superseded(ofSink: range.sink != nil) : "0") AS isSuperseded
      FROM \(table(of: range)) AND \(column) BETWEEN :first AND :last ORDER BY \(column) \(isUpwards ? "ASC" : "DESC")
      """
  }

  /// Returns the table with its first condition. The events of a game are found by the index, because a large log would
  /// take minutes to look through.
  private static func table(of range: LogRange) -> String {
    if range.sink != nil { return "delivery CROSS JOIN event USING (sequence) WHERE sink = :sink" }
    guard range.isOfOneGame else { return "event WHERE TRUE" }
    return """
      league CROSS JOIN event INDEXED BY event_game
      WHERE event.game BETWEEN league.name || '/' || :game AND league.name || '/' || :game || '/~'
      """
  }

  /// The leagues of the log. Each takes one look into the index, because the next one begins behind all its games.
  private static let leagues = """
    WITH RECURSIVE league (name) AS (
      SELECT (SELECT substr(game, 1, instr(game, '/') - 1) FROM event ORDER BY game LIMIT 1)
      UNION
      SELECT (SELECT substr(game, 1, instr(game, '/') - 1) FROM event WHERE game > name || '/~' ORDER BY game LIMIT 1)
      FROM league WHERE name IS NOT NULL)
    """

  /// Returns the expression that is true for an event with a newer revision in the range.
  private static func superseded(ofSink: Bool) -> String {
    let routed = "AND EXISTS (SELECT 1 FROM delivery WHERE sink = :sink AND delivery.sequence = newer.sequence)"
    return """
      EXISTS (SELECT 1 FROM event AS newer
        WHERE newer.fact = event.fact AND newer.sequence > event.sequence AND newer.sequence <= :end
        \(ofSink ? routed : ""))
      """
  }

  /// Returns the first sequence that was logged at or after a time; one past the newest when there is none.
  private static func sequence(
    loggedAt time: Timestamp, _ extent: EventLog.Extent, in database: Database
  ) throws -> Int {
    let statement = try database.cachedStatement(sql: "SELECT logged FROM event WHERE sequence = ?")
    var (first, last) = (extent.oldest, extent.newest + 1)
    while first < last {
      let middle = first + (last - first) / 2
      let logged = try Int64.fetchOne(statement, arguments: [middle])
      if let logged, logged < time.milliseconds { first = middle + 1 } else { last = middle }
    }
    return first
  }
}

extension EventLog {
  /// Reads a page on a thread of the database pool, and passes it to `take`.
  func readPage(
    _ range: LogRange, limits: LogPage.Limits, isWanted: @escaping @Sendable (LoggedEvent) -> Bool,
    then take: @escaping @Sendable (Result<LogPage, any Error>) -> Void
  ) {
    pool.asyncRead { database in
      take(Result { try LogPage.read(range, limits: limits, in: try database.get(), isWanted: isWanted) })
    }
  }
}
