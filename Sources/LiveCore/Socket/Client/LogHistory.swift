internal import FoundationEssentials
internal import LiveModel

/// The events that `livegamed log` prints.
public struct LogSelection: Equatable, Sendable {
  /// The events after this point; nil for the oldest.
  public var since: LogPoint?
  /// The events before this point; a sequence is included. Nil for the newest.
  public var until: LogPoint?
  /// The conditions on an event.
  public var filter: EventFilter
  /// Only events of games with this number, the gamePk.
  public var game: Int?
  /// Only events that were routed to this sink.
  public var sink: String?
  /// Whether a play appears once: of several revisions of a fact in the range, only the newest is selected.
  public var isNewestOnly: Bool

  /// Selects the events of a range that pass the filter, of one game and routed to one sink if these are given.
  public init(
    since: LogPoint? = nil, until: LogPoint? = nil, filter: EventFilter = EventFilter(), game: Int? = nil,
    sink: String? = nil, isNewestOnly: Bool = false
  ) {
    (self.since, self.until, self.filter, self.game, self.sink) = (since, until, filter, game, sink)
    self.isNewestOnly = isNewestOnly
  }

  /// The first sequence, if it is given as one; else 0.
  fileprivate var first: Int {
    if case .sequence(let sequence) = since { sequence + 1 } else { 0 }
  }

  /// The last sequence, if it is given as one.
  private var last: Int? {
    switch until {
    case .sequence(let sequence): sequence
    case .oldest: 0
    case .time, nil: nil
    }
  }

  /// Returns the question for a page, whose range ends with the event of the sequence `end` if that is given.
  fileprivate func question(_ cursor: LogRange.Cursor, limit: Int, end: Int?) -> LogQuestion {
    let range = LogRange(
      cursor: cursor, since: since?.time, until: until?.time, last: end ?? last, game: game, sink: sink,
      isNewestOnly: isNewestOnly)
    return LogQuestion(range: range, filter: filter, limit: limit)
  }
}

/// Logged events, read page by page from the running daemon, or from the file of its log while no daemon runs.
public struct LogHistory: Sendable {
  private enum Source: Sendable {
    case daemon(SocketClient)
    case file(LogSnapshot)
  }

  private let source: Source
  private let selection: LogSelection
  /// The sequence after which the next page begins; nil after the last page.
  private var cursor: Int?
  /// The last sequence of the range, if a page has named it.
  private var end: Int?

  /// Connects to the daemon, or opens the file if no daemon listens.
  ///
  /// - Parameters:
  ///   - selection: the events to read.
  ///   - socket: the path of the daemon's socket.
  ///   - file: returns the path of the log's file; called only if no daemon listens.
  /// - Throws: the faults of `SocketClient`, and without a daemon `log.missing`, `log.not-readable`, `log.newer`,
  ///   `log.unusable`, or the error of `file`.
  public init(_ selection: LogSelection, socket: String, file: () throws -> String) throws {
    if let client = try Self.client(at: socket) {
      self.init(selection, from: .daemon(client))
    } else {
      self.init(selection, from: .file(try LogSnapshot(path: try file())))
    }
  }

  /// Connects to the daemon. Throws the faults of `SocketClient`.
  public init(_ selection: LogSelection, socket: String) throws {
    self.init(selection, from: .daemon(try SocketClient(path: socket)))
  }

  private init(_ selection: LogSelection, from source: Source) {
    (self.selection, self.source) = (selection, source)
    cursor = max(0, selection.first - 1)
  }

  /// Returns a connection; nil if no daemon listens.
  private static func client(at socket: String) throws(Fault) -> SocketClient? {
    do {
      return try SocketClient(path: socket)
    } catch {
      if error.code == .socketNoDaemon { return nil }
      throw error
    }
  }

  /// Returns the events of the next page, the oldest first; nil at the end. A page may be empty.
  public mutating func next() async throws -> [WatchLine]? {
    guard let after = cursor else { return nil }
    let page = try await page(selection.question(.after(after), limit: LogQuestion.mostEvents, end: end))
    (cursor, end) = (page.next, page.end)
    return page.events
  }

  /// Returns the last `count` events, the oldest first. All of them are in memory at once.
  public func last(_ count: Int) async throws -> [WatchLine] {
    let first = selection.first
    var (cursor, end): (Int?, Int?) = (nil, nil)
    var found: [WatchLine] = []
    while found.count < count {
      let page = try await page(
        selection.question(.before(cursor), limit: min(count - found.count, LogQuestion.mostEvents), end: end))
      found = page.events.filter { ($0.sequence ?? 0) >= first } + found
      guard let next = page.next, next > first else { break }
      (cursor, end) = (next, page.end)
    }
    return found.suffix(count)
  }

  /// The number of the newest events that are searched for names of players: those of about an evening.
  private static let searchedForPlayers = 5000

  /// Returns a sentence about each player of the filter whose name is in none of the newest events, such as `no game in
  /// the log has had 'Judge'; did you mean 'Aaron Judge'?`. Returns none for a log without players. Throws the faults of
  /// `next()`.
  public func adviceOnPlayers() async throws -> [String] {
    let players = selection.filter.conditions.players
    guard !players.isEmpty else { return [] }
    let (names, isWhole) = try await playersOfNewestEvents()
    return Suggestion.advice(
      on: players, among: names, of: isWhole ? "no game in the log" : "no game of the newest events")
  }

  /// Returns the names, and whether the whole log was searched.
  private func playersOfNewestEvents() async throws -> (names: Set<String>, isWhole: Bool) {
    var (names, cursor): (Set<String>, Int?) = ([], nil)
    for _ in 0..<Self.searchedForPlayers / LogQuestion.mostEvents {
      let page = try await page(LogQuestion(range: LogRange(cursor: .before(cursor)), limit: LogQuestion.mostEvents))
      for event in page.events { names.formUnion(event.players) }
      guard let next = page.next else { return (names, true) }
      cursor = next
    }
    return (names, false)
  }

  private func page(_ question: LogQuestion) async throws -> HistoryPage {
    switch source {
    case .daemon(let client): return try await client.page(question)
    case .file(let snapshot):
      let page = try snapshot.page(question.range, limits: question.limits, isWanted: question.isWanted)
      return HistoryPage(
        events: try page.events.map { try WatchLine(bytes: $0.line) }, next: page.next, end: page.end)
    }
  }
}

/// A `LogPage` at the client.
private struct HistoryPage {
  var events: [WatchLine]
  var next: Int?
  var end: Int?
}

extension SocketClient {
  /// Asks for a page of the log. Throws the faults of `answer(to:)`, and `socket.bad-answer`.
  fileprivate func page(_ question: LogQuestion) async throws -> HistoryPage {
    let line = try await Self.answer(within: Self.answerTimeout, by: ContinuousClock()) {
      try await self.exchange(LiveCore.Query.log(question)) { $0 == LiveCore.Query.Name.log.rawValue }
    }
    guard let answer = try? JSONDecoder().decode(Position.self, from: Data(line.bytes)),
      let events = JSONElements.elements(of: line.bytes, after: #"{"op":"log","events":["#)
    else { throw Fault.unreadableAnswer }
    return HistoryPage(events: try events.map { try WatchLine(bytes: $0) }, next: answer.next, end: answer.last)
  }

  private struct Position: Decodable {
    var next: Int?
    var last: Int?
  }
}

/// Splits a JSON array without decoding it, so that each element keeps its bytes.
enum JSONElements {
  /// Returns the elements of the array that begins after `head`; nil when the bytes do not begin with `head`, or the
  /// array has no end. The bytes must be valid JSON.
  static func elements(of bytes: [UInt8], after head: String) -> [[UInt8]]? {
    guard bytes.starts(with: head.utf8) else { return nil }
    var elements: [[UInt8]] = []
    var (start, depth, isString, isEscaped) = (head.utf8.count, 0, false, false)
    for index in bytes.indices.dropFirst(start) {
      let byte = bytes[index]
      if isString {
        (isString, isEscaped) = (isEscaped || byte != UInt8(ascii: "\""), !isEscaped && byte == UInt8(ascii: "\\"))
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]") where depth == 0:
        if start < index { elements.append(Array(bytes[start..<index])) }
        return elements
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        elements.append(Array(bytes[start..<index]))
        start = index + 1
      default: break
      }
    }
    return nil
  }
}
