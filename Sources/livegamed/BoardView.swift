import LiveCore
import LiveModel
import LivePlatform

/// The view of `livegamed watch --board`: the scoreboard, redrawn in place, with the newest events below it.
struct BoardView {
  let path: String
  let teams: [String]
  let zone: LocalZone

  /// Minimum and maximum time between two redraws.
  private static let (minimumInterval, maximumInterval) = (Duration.milliseconds(200), Duration.seconds(2))
  /// How many of the newest events in the log are searched for the first news.
  private static let pastEvents = 200

  func run() async throws {
    let client = try SocketClient(path: path)
    // Ask first, and change the terminal only when the daemon has a scoreboard.
    let board = try await board(from: client)
    guard Terminal.isTerminal else {
      let text = BoardText(width: BoardText.plainWidth, hasColour: false, zone: zone, note: board.note)
      return try text.lines(of: board.games).forEach { try Terminal.say(drawn: $0) }
    }
    let signals = try TerminalSignals(ofScreen: true)
    Terminal.ignoreBrokenPipes()
    let screen = TerminalScreen()
    defer { screen.leave() }
    try await show(on: screen, client, board, signals)
  }

  private func show(
    on screen: TerminalScreen, _ client: SocketClient, _ board: Board, _ signals: TerminalSignals
  ) async throws {
    let (redraws, trigger) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let news = BoardNews()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await listen(news) { trigger.yield() } }
      group.addTask { try await draw(on: screen, client, board, news, redraws) }
      group.addTask {
        while true {
          try await Task.sleep(for: Self.maximumInterval)
          trigger.yield()
        }
      }
      group.addTask {
        let end = await signals.wait {
          await screen.leave { signals.stop() }
          trigger.yield()
        } resized: {
          trigger.yield()
        }
        if let end { throw ExitStatus.ended(by: end) }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func listen(_ news: BoardNews, then redraw: () -> Void) async throws {
    let hello = try await SocketClient(path: path).greeting()
    let past = max(0, (hello.newest ?? 0) - Self.pastEvents, (hello.oldest ?? 1) - 1)
    var stream = WatchStream(path: path, from: .place(.sequence(past)), filter: EventFilter(teams: teams))
    while true {
      await news.take(try await stream.next())
      redraw()
    }
  }

  private func draw(
    on screen: TerminalScreen, _ client: SocketClient, _ board: Board, _ news: BoardNews,
    _ redraws: AsyncStream<Void>
  ) async throws {
    var (client, board) = (Optional(client), board)
    try await screen.show(BoardPage(games: board.games, news: await news.lines, zone: zone, note: board.note))
    for await _ in redraws {
      var outage: Fault?
      do {
        let connected = try client ?? SocketClient(path: path)
        client = connected
        board = try await self.board(from: connected)
      } catch let fault as Fault {
        // Keep the last scoreboard.
        (client, outage) = (nil, fault)
      }
      let page = BoardPage(
        games: board.games, news: await news.lines, outage: outage.map { "\($0)" }, zone: zone, note: board.note)
      try await screen.show(page)
      try await Task.sleep(for: Self.minimumInterval)
    }
  }

  /// The games, and the line in their place if there are none.
  private struct Board {
    var games: [BoardGame]
    var note: String?
  }

  private func board(from client: SocketClient) async throws -> Board {
    let line = try await client.answer(to: .scoreboard, teams: teams)
    guard let games = BoardGame.all(in: line) else { throw Fault.unreadableAnswer }
    let next = NextGameNote(teams: teams, zone: zone)
    return Board(games: games, note: games.isEmpty ? await next.text(from: client, now: WallClock.now()) : nil)
  }
}

/// One page of the board: the games, and below them as many events as fit.
struct BoardPage {
  var games: [BoardGame]
  /// Events, the newest last.
  var news: [WatchLine] = []
  var outage: String?
  var zone: LocalZone
  /// Line in place of the games if there are none.
  var note: String?
  /// A line above the games.
  var title: String?
  /// The most events, as far as they fit.
  var newsLimit = 8
  /// The time from which the times of the plays are counted; nil for times of day.
  var evening: Timestamp?

  /// Returns at most `rows` lines of at most `width` columns.
  func lines(width: Int, rows: Int, hasColour: Bool) -> [String] {
    let head = title.map { [TextTable.Colour.dim.paint($0.onOneLine.cut(to: width), if: hasColour), ""] } ?? []
    var lines = head + BoardText(width: width, hasColour: hasColour, zone: zone, note: note).lines(of: games)
    let hidden = lines.count - rows + 1
    if hidden > 1 { lines = lines.prefix(rows - 1) + ["… \(hidden) more games"] }
    if let outage {
      add([TextTable.Colour.yellow.paint(outage.onOneLine.cut(to: width), if: hasColour)], to: &lines, rows)
    }
    let clock = evening.map { EventLine.Clock.playSince($0) } ?? .play
    let format = EventLine(hasColour: hasColour, width: width, zone: zone, clock: clock)
    add(news.suffix(min(newsLimit, max(0, rows - lines.count - 1))).compactMap(format.text), to: &lines, rows)
    return Array(lines.prefix(rows))
  }

  private func add(_ more: [String], to lines: inout [String], _ rows: Int) {
    guard !more.isEmpty, lines.count + 1 < rows else { return }
    lines += [""] + more
  }
}

/// The newest events of at least this importance. A complete play replaces what was provisional of it.
actor BoardNews {
  /// Limit of events, more than any terminal shows.
  private static let limit = 50

  private let importance: Int
  private(set) var lines: [WatchLine] = []

  init(importance: Int = 1) { self.importance = importance }

  func take(_ notice: WatchStream.Notice) {
    guard case .line(let line) = notice, line.op == nil else { return }
    // A correction is news of its own, and leaves the earlier line.
    lines.removeAll { $0.fact == line.fact && ($0.isProvisional || line.isCompletion) }
    guard line.importance ?? importance >= importance else { return }
    lines.append(line)
    if lines.count > Self.limit { lines.removeFirst() }
  }
}

/// The alternate screen of the terminal, without a cursor, for lines that are redrawn in place. Leaving it restores the
/// previous contents.
actor TerminalScreen {
  /// - Source: private modes of xterm: 1049 the alternate screen, 25 the cursor.
  private static let (entering, leaving) = ("\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J", "\u{1b}[?25h\u{1b}[?1049l")

  init() { Terminal.send(control: Self.entering) }

  nonisolated func leave() { Terminal.send(control: Self.leaving) }

  /// Leaves the screen during the call. Nothing is drawn meanwhile.
  func leave(during stop: @Sendable () -> Void) {
    leave()
    stop()
    Terminal.send(control: Self.entering)
  }

  /// Draws a page in one write and clears each line only after its text, which avoids flicker.
  func show(_ page: BoardPage) async throws {
    let size = Terminal.size
    let lines = page.lines(width: size.columns, rows: size.rows, hasColour: Terminal.hasColour)
    let text = "\u{1b}[H" + lines.map { "\($0)\u{1b}[K" }.joined(separator: "\r\n") + "\u{1b}[J"
    try await Terminal.putWhole(Array(text.utf8))
  }
}
