import LiveCore
import LiveModel
import LivePlatform
import ServiceLifecycle

/// Shows the events of the demo's daemon until all games are over or the time is up: on a terminal as a board with the
/// plays that matter below it, else as lines.
struct DemoAudience: Service {
  let socket: String
  /// Returns the address of the page; nil until it is served.
  let page: @Sendable () -> String?
  /// The games and the sinks, in one line.
  let title: String
  let games: Int
  /// Seconds; nil until all games are over.
  let duration: Double?
  /// The start of the simulated evening, from which times are counted.
  let evening: Timestamp
  /// Whether sinks get messages.
  let hasSinks: Bool

  /// The least importance of a play below the board.
  private static let importance = 2
  /// The number of plays that stay on the terminal.
  private static let lastPlays = 15

  func run() async throws {
    let isOver = Locked(false)
    let news = BoardNews(importance: Self.importance)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        if isBoard { try await draw(news) } else { try await print() }
        isOver.withLock { $0 = true }
      }
      if let duration { group.addTask { try await Task.sleep(for: .seconds(duration)) } }
      group.addTask { try? await gracefulShutdown() }
      try await group.next()
      group.cancelAll()
    }
    if isBoard { try await sayResults(await news.lines) }
    if hasSinks { try await DeliveryResults(socket: socket).say(waits: isOver.withLock { $0 }) }
  }

  private var isBoard: Bool { Terminal.isTerminal && ProcessEnvironment.values["TERM"] != "dumb" }

  private func print() async throws {
    try Terminal.say(drawn: title.cut(to: Terminal.size.columns))
    try Terminal.say(drawn: "times are those since the evening began; to watch it from another terminal:")
    try Terminal.say("  \(ProcessEnvironment.program) watch --socket \(socket)")
    if let page = try await servedPage() { try Terminal.say("or in a browser: \(page)") }
    try Terminal.say("")
    // The daemon runs in this process, so a stopped terminal must not block it.
    let printer = try BlockingThread(name: "livegamed-print")
    let format = EventLine(
      hasColour: Terminal.hasColour, width: Terminal.size.columns, zone: .system, clock: .playSince(evening))
    try await untilAllGamesAreOver { line in
      guard let text = format.text(of: line) else { return }
      try await printer.call { try Terminal.say(drawn: text) }
    }
  }

  /// Returns the address of the page as soon as it is served; nil if that takes longer than 2 s.
  private func servedPage() async throws -> String? {
    for _ in 0..<40 where page() == nil { try await Task.sleep(for: .milliseconds(50)) }
    return page()
  }

  /// Passes on each event until the last game is over.
  private func untilAllGamesAreOver(_ take: (WatchLine) async throws -> Void) async throws {
    let client = try SocketClient(path: socket)
    try client.subscribe(Subscription(after: .oldest))
    var finals: Set<Int> = []
    while finals.count < games, let line = try await client.next() {
      guard line.op == nil else { continue }
      try await take(line)
      if line.tags.contains("final"), let game = line.gamePk { finals.insert(game) }
    }
  }

  private func draw(_ news: BoardNews) async throws {
    Terminal.ignoreBrokenPipes()
    Terminal.ignoreStops()
    let screen = TerminalScreen()
    defer { screen.leave() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await redraw(screen, news) }
      group.addTask {
        try await untilAllGamesAreOver { await news.take(.line($0)) }
        // The last plays can be read for a moment.
        try await Task.sleep(for: .seconds(3))
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func redraw(_ screen: TerminalScreen, _ news: BoardNews) async throws {
    let client = try SocketClient(path: socket)
    while true {
      var page = BoardPage(games: try await board(client), news: await news.lines, zone: .system)
      page.title = title + (self.page().map { " · \($0)" } ?? "")
      (page.newsLimit, page.evening) = (.max, evening)
      try await screen.show(page)
      try await Task.sleep(for: .milliseconds(300))
    }
  }

  private func board(_ client: SocketClient) async throws -> [BoardGame] {
    guard let games = BoardGame.all(in: try await client.answer(to: .scoreboard, teams: [])) else {
      throw Fault.unreadableAnswer
    }
    return games
  }

  /// Prints the last state of the games and the last plays, because the screen with the board is gone.
  private func sayResults(_ news: [WatchLine]) async throws {
    var page = BoardPage(games: try await board(SocketClient(path: socket)), news: news, zone: .system)
    (page.newsLimit, page.evening) = (Self.lastPlays, evening)
    let lines = page.lines(width: Terminal.size.columns, rows: .max, hasColour: Terminal.hasColour)
    try await Terminal.sayAtEnd(drawn: lines)
  }
}
