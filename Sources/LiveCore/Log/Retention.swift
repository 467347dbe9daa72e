internal import GRDB
internal import LiveModel

/// Rules for what the log keeps and for how long (decision 0018). All spans are `LivingTime`.
struct Retention: Sendable {
  /// Limits from the configuration in force.
  struct Limits: Equatable, Sendable {
    /// Maximum number of bytes that the log may use on the disk.
    var maximumBytes: Int
    /// Age after which an event is removed with its deliveries and messages, even those that still wait for a sink.
    var age: Duration
    /// Configured sinks. Deliveries that wait for other sinks do not keep an event from being removed by size.
    var sinks: Set<String>
  }

  /// Result of one pruning.
  struct Outcome: Equatable, Sendable {
    /// Number of events removed because they were older than the limit.
    var byAge = 0
    /// Number of events removed to keep to the size limit.
    var bySize = 0
    /// Number of waiting deliveries removed with them.
    var undelivered = 0
    /// Number of games whose checkpoints were removed.
    var games = 0
  }

  /// Disk usage of the log in bytes.
  struct Usage: Equatable, Sendable {
    /// Size of the pages in use.
    var used: Int
    /// Size of the file; free pages are reused before it grows.
    var file: Int
  }

  /// Age after which the checkpoint of a game that has ended is removed. Independent of the limits: the schedule lists a
  /// game for days after its final, and without checkpoint and events the game would be reported again.
  static let endedGames: Duration = .seconds(30 * 86_400)
  /// Age after which the checkpoint of a game is removed that may still be played: it was suspended or postponed, or
  /// the schedule dropped it.
  static let games: Duration = .seconds(400 * 86_400)
  /// Maximum number of checkpoints; beyond it, those written longest ago are removed.
  static let mostGames = 50_000
  /// Resolution of the age of an event.
  static let interval: Duration = .seconds(6 * 3600)
  /// Rows that one transaction removes. Other writes and the watchdog's probe run between two transactions.
  static let page = 500

  let log: EventLog

  /// Removes what is older than `age`. Starts with the oldest events, so that the remaining ones have no hole.
  func pruneByAge(_ age: Duration) async throws -> Outcome {
    let now = log.living.now
    try await log.commits.write { try Self.mark(now, keepingFor: age, in: $0) }
    var outcome = Outcome()
    let mark = try await log.pool.read { try Self.mark(atOrBefore: now - age, in: $0) }
    if let mark {
      let removed = try await removeEvents(upTo: mark.sequence) { _ in true }
      (outcome.byAge, outcome.undelivered) = (removed.events, removed.undelivered)
      try await pages { try Self.removeMessages(upTo: mark.message, in: $0) }
    }
    outcome.games = try await removeGames(at: now)
    return outcome
  }

  /// Removes the oldest events while the log exceeds its size limit, up to the first event that an enabled sink in
  /// `limits` still waits for.
  func pruneBySize(_ limits: Limits) async throws -> Outcome {
    guard try await usage().used > limits.maximumBytes else { return Outcome() }
    // Prune to 95 % of the limit, so that the log does not exceed it again at once.
    let target = limits.maximumBytes / 20 * 19
    let first = try await log.pool.read { try Self.firstWaiting(for: limits.sinks, in: $0) }
    let removed = try await removeEvents(upTo: (first ?? .max) - 1) { try Self.usage($0).used > target }
    return Outcome(bySize: removed.events, undelivered: removed.undelivered)
  }

  /// Returns the present disk usage of the log.
  func usage() async throws -> Usage { try await log.pool.read(Self.usage) }

  /// Removes events page by page while `shouldContinue` holds.
  private func removeEvents(
    upTo last: Int, while shouldContinue: @escaping @Sendable (Database) throws -> Bool
  ) async throws -> (events: Int, undelivered: Int) {
    var removed = (events: 0, undelivered: 0)
    while true {
      let page = try await log.commits.write { database in
        try shouldContinue(database) ? try Self.removePage(upTo: last, in: database) : (events: 0, undelivered: 0)
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
  /// The newest rows at one instant of living time.
  private struct Mark: Equatable, Sendable {
    var sequence: Int
    var message: Int
  }

  /// Stores the newest rows, unless the last mark is younger than `interval`.
  private static func mark(_ now: Duration, keepingFor age: Duration, in database: Database) throws {
    let (now, last) = (now.wholeMilliseconds, try Int.fetchOne(database, sql: "SELECT MAX(lived) FROM age"))
    if let last, now - last < interval.wholeMilliseconds { return }
    let message = try Int.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'message'") ?? 0
    try database.execute(
      sql: "INSERT OR REPLACE INTO age VALUES (?, ?, ?)",
      arguments: [now, try EventLog.newestSequence(database), message])
    try database.execute(
      sql: "DELETE FROM age WHERE lived < ?", arguments: [now - (age + interval * 4).wholeMilliseconds])
  }

  private static func mark(atOrBefore instant: Duration, in database: Database) throws -> Mark? {
    let sql = "SELECT sequence, message FROM age WHERE lived <= ? ORDER BY lived DESC LIMIT 1"
    return try Row.fetchOne(database, sql: sql, arguments: [instant.wholeMilliseconds])
      .map { try Mark(sequence: $0.read("sequence"), message: $0.read("message")) }
  }

  static func usage(_ database: Database) throws -> Usage {
    func pragma(_ name: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0 }
    let (pages, free, size) = (try pragma("page_count"), try pragma("freelist_count"), try pragma("page_size"))
    return Usage(used: (pages - free) * size, file: pages * size)
  }

  /// Returns the oldest event that one of these sinks waits for. Ignores disabled and paused sinks, which may wait for
  /// ever.
  private static func firstWaiting(for sinks: Set<String>, in database: Database) throws -> Int? {
    let sql = """
      SELECT MIN(sequence) FROM delivery INDEXED BY delivery_waiting
      WHERE sink = ? AND state = \(Stored.waiting) AND sink NOT IN (SELECT sink FROM disabled)
        AND sink NOT IN (SELECT sink FROM operator_pause WHERE ended IS NULL)
      """
    return try sinks.compactMap { try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [$0]) }.min()
  }

  /// Removes the oldest events with their deliveries, and the messages that carried nothing else.
  private static func removePage(
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
      database, sql: "SELECT COUNT(*) FROM delivery WHERE sequence <= ? AND state = \(Stored.waiting)",
      arguments: [last])
    try database.execute(sql: "DELETE FROM delivery WHERE sequence <= ?", arguments: [last])
    try database.execute(sql: "DELETE FROM event WHERE sequence <= ?", arguments: [last])
    let orphan = try database.cachedStatement(
      sql: """
        DELETE FROM message WHERE number = :number AND NOT EXISTS (SELECT 1 FROM delivery WHERE message = :number)
        """)
    for number in messages { try orphan.execute(arguments: ["number": number]) }
    try EventLog.removeUnusedRouting(database)
    return (sequences.count, waiting ?? 0)
  }

  /// Removes old messages without deliveries, such as notices.
  private static func removeMessages(upTo number: Int, in database: Database) throws -> Int {
    let sql = """
      DELETE FROM message WHERE number IN (
        SELECT number FROM message
        WHERE number <= ? AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.message = message.number)
        LIMIT \(page))
      """
    try database.execute(sql: sql, arguments: [number])
    return database.changesCount
  }

  private static func removeGames(at now: Duration, in database: Database) throws -> Int {
    let sql = """
      DELETE FROM checkpoint WHERE game IN (
        SELECT game FROM checkpoint WHERE lived < :games OR (isFinal AND lived < :ended)
          OR game IN (SELECT game FROM checkpoint ORDER BY lived DESC, game LIMIT -1 OFFSET \(mostGames))
        LIMIT \(page))
      """
    try database.execute(
      sql: sql,
      arguments: ["games": (now - games).wholeMilliseconds, "ended": (now - endedGames).wholeMilliseconds])
    return database.changesCount
  }
}
