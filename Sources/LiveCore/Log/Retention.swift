internal import GRDB

/// Decides which rows the log keeps, and for how long (decision 0018). All spans are of `LivingTime`.
struct Retention: Sendable {
  /// Limits set by the operator and the configuration in force.
  struct Limits: Equatable, Sendable {
    /// The most bytes that the log may use on the disk.
    var maximumBytes: Int
    /// Sinks that are served now. What waits for others does not count against the size.
    var sinks: Set<String>
  }

  /// The result of one pruning.
  struct Outcome: Equatable, Sendable {
    /// Events that were older than `events`.
    var byAge = 0
    /// Events that had to make room.
    var bySize = 0
    /// Deliveries that went with them and had not been made.
    var undelivered = 0
    /// Games that are no longer remembered.
    var games = 0
  }

  /// How many bytes the log uses.
  struct Usage: Equatable, Sendable {
    /// Of pages that hold something.
    var used: Int
    /// Of the file; pages that hold nothing are used again before it grows.
    var file: Int
  }

  /// Age after which an event goes, and with it whatever was sent or left of it; even what still waits for a sink that
  /// is disabled.
  static let events: Duration = .seconds(30 * 86_400)
  /// Age after which a game is forgotten that may still be played: it was suspended or postponed, or the schedule
  /// dropped it. A game that has ended is forgotten with its events.
  static let games: Duration = .seconds(400 * 86_400)
  /// The most games that are remembered; past it, those that changed longest ago go.
  static let mostGames = 50_000
  /// How exactly the age of an event is known.
  static let interval: Duration = .seconds(6 * 3600)
  /// Rows that one transaction removes: between two of them others write, and the watchdog hears of the log.
  static let page = 500

  let log: EventLog

  /// Removes what is older than it may be. Events go from the oldest on, so that what is left has no hole.
  func pruneByAge() async throws -> Outcome {
    let now = log.living.now
    try await log.commits.write { try Self.mark(now, in: $0) }
    var outcome = Outcome()
    let mark = try await log.pool.read { try Self.mark(atOrBefore: now - Self.events, in: $0) }
    if let mark {
      let removed = try await removeEvents(upTo: mark.sequence) { _ in true }
      (outcome.byAge, outcome.undelivered) = (removed.events, removed.undelivered)
      try await pages { try Self.removeMessages(upTo: mark.message, in: $0) }
    }
    outcome.games = try await removeGames(at: now)
    return outcome
  }

  /// Makes room when the log uses more than it may: the oldest events go, up to the first that a sink is still to get.
  func pruneBySize(_ limits: Limits) async throws -> Outcome {
    guard try await usage().used > limits.maximumBytes else { return Outcome() }
    // A little more than is needed, so that it need not be done again at once.
    let target = limits.maximumBytes / 20 * 19
    let first = try await log.pool.read { try Self.firstWaiting(for: limits.sinks, in: $0) }
    let removed = try await removeEvents(upTo: (first ?? .max) - 1) { try Self.usage($0).used > target }
    return Outcome(bySize: removed.events, undelivered: removed.undelivered)
  }

  /// How many bytes the log uses now.
  func usage() async throws -> Usage { try await log.pool.read(Self.usage) }

  /// Removes events page by page while `goesOn` holds.
  private func removeEvents(
    upTo last: Int, while goesOn: @escaping @Sendable (Database) throws -> Bool
  ) async throws -> (events: Int, undelivered: Int) {
    var removed = (events: 0, undelivered: 0)
    while true {
      let page = try await log.commits.write { database in
        try goesOn(database) ? try Self.removePage(upTo: last, in: database) : (events: 0, undelivered: 0)
      }
      removed.events += page.events
      removed.undelivered += page.undelivered
      if page.events == 0 { return removed }
    }
  }

  private func pages(_ remove: @escaping @Sendable (Database) throws -> Int) async throws {
    while try await log.commits.write(remove) == Self.page {}
  }

  private func removeGames(at now: Duration) async throws -> Int {
    var removed = 0
    while true {
      let count = try await log.commits.write { try Self.removeGames(at: now, in: $0) }
      removed += count
      if count < Self.page { return removed }
    }
  }
}

extension Retention {
  /// The newest rows at some time.
  struct Mark: Equatable, Sendable {
    var sequence: Int
    var message: Int
  }

  /// Notes the newest rows, unless that was done a short while ago.
  static func mark(_ now: Duration, in database: Database) throws {
    let (now, last) = (now.wholeMilliseconds, try Int.fetchOne(database, sql: "SELECT MAX(lived) FROM age"))
    if let last, now - last < interval.wholeMilliseconds { return }
    let message = try Int.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'message'") ?? 0
    try database.execute(
      sql: "INSERT OR REPLACE INTO age VALUES (?, ?, ?)",
      arguments: [now, try EventLog.newestSequence(database), message])
    try database.execute(
      sql: "DELETE FROM age WHERE lived < ?", arguments: [now - (events + interval * 4).wholeMilliseconds])
  }

  fileprivate static func mark(atOrBefore instant: Duration, in database: Database) throws -> Mark? {
    let sql = "SELECT sequence, message FROM age WHERE lived <= ? ORDER BY lived DESC LIMIT 1"
    return try Row.fetchOne(database, sql: sql, arguments: [instant.wholeMilliseconds])
      .map { try Mark(sequence: $0.read("sequence"), message: $0.read("message")) }
  }

  static func usage(_ database: Database) throws -> Usage {
    func pragma(_ name: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0 }
    let (pages, free, size) = (try pragma("page_count"), try pragma("freelist_count"), try pragma("page_size"))
    return Usage(used: (pages - free) * size, file: pages * size)
  }

  /// The oldest event that one of these sinks waits for. A sink that is disabled does not count: it may wait for ever.
  fileprivate static func firstWaiting(for sinks: Set<String>, in database: Database) throws -> Int? {
    let sql = """
      SELECT MIN(sequence) FROM delivery INDEXED BY delivery_waiting
      WHERE sink = ? AND state = 0 AND sink NOT IN (SELECT sink FROM disabled)
      """
    return try sinks.compactMap { try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [$0]) }.min()
  }

  /// Removes the oldest events with their deliveries, and the messages that told nothing else.
  fileprivate static func removePage(
    upTo limit: Int, in database: Database
  ) throws -> (events: Int, undelivered: Int) {
    let sequences = try Int.fetchAll(
      database, sql: "SELECT sequence FROM event WHERE sequence <= ? ORDER BY sequence LIMIT \(page)",
      arguments: [limit])
    guard let last = sequences.last else { return (0, 0) }
    let messages = try Int.fetchAll(
      database,
      sql: """
        SELECT DISTINCT message FROM delivery INDEXED BY delivery_event WHERE sequence <= ? AND message IS NOT NULL
        """,
      arguments: [last])
    let waiting = try Int.fetchOne(
      database, sql: "SELECT COUNT(*) FROM delivery WHERE sequence <= ? AND state = 0", arguments: [last])
    try database.execute(sql: "DELETE FROM delivery WHERE sequence <= ?", arguments: [last])
    try database.execute(sql: "DELETE FROM event WHERE sequence <= ?", arguments: [last])
    let orphan = try database.cachedStatement(
      sql: """
        DELETE FROM message WHERE number = :number AND NOT EXISTS (SELECT 1 FROM delivery WHERE message = :number)
        """)
    for number in messages { try orphan.execute(arguments: ["number": number]) }
    return (sequences.count, waiting ?? 0)
  }

  /// Removes old messages that tell nothing that is kept, such as notices.
  fileprivate static func removeMessages(upTo number: Int, in database: Database) throws -> Int {
    let sql = """
      DELETE FROM message WHERE number IN (
        SELECT number FROM message
        WHERE number <= ? AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.message = message.number)
        LIMIT \(page))
      """
    try database.execute(sql: sql, arguments: [number])
    return database.changesCount
  }

  fileprivate static func removeGames(at now: Duration, in database: Database) throws -> Int {
    let sql = """
      DELETE FROM checkpoint WHERE game IN (
        SELECT game FROM checkpoint WHERE lived < :games OR (isFinal AND lived < :events)
          OR game IN (SELECT game FROM checkpoint ORDER BY lived DESC, game LIMIT -1 OFFSET \(mostGames))
        LIMIT \(page))
      """
    try database.execute(
      sql: sql,
      arguments: ["games": (now - games).wholeMilliseconds, "events": (now - events).wholeMilliseconds])
    return database.changesCount
  }
}
