import LiveCore

/// `livegamed watch --board`: the scoreboard in place, with the newest events below it.
struct BoardView {
  let path: String
  let teams: [String]

  /// At least this long between two pictures, and at most so long.
  private static let (shortest, longest) = (Duration.milliseconds(200), Duration.seconds(2))
  /// The newest events of the log are looked through for those to begin with.
  private static let pastEvents = 200

  func run() async throws {
    let client = try SocketClient(path: path)
    // A terminal is taken over only for a daemon that has a scoreboard.
    let games = try await Self.games(from: client, teams)
    guard Terminal.isTerminal else {
      let text = BoardText(width: BoardText.plainWidth, hasColour: false)
      return try text.lines(of: games).forEach { try Terminal.say(drawn: $0) }
    }
    let signals = try TerminalSignals(ofScreen: true)
    Terminal.ignoreBrokenPipes()
    let screen = TerminalScreen()
    defer { screen.leave() }
    try await show(on: screen, client, games, signals)
  }

  private func show(
    on screen: TerminalScreen, _ client: SocketClient, _ games: [BoardGame], _ signals: TerminalSignals
  ) async throws {
    let (bell, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let news = BoardNews()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await listen(news) { ring.yield() } }
      group.addTask { try await draw(on: screen, client, games, news, bell) }
      group.addTask {
        while true {
          try await Task.sleep(for: Self.longest)
          ring.yield()
        }
      }
      group.addTask {
        let end = await signals.wait {
          await screen.leave { signals.stop() }
          ring.yield()
        } resized: {
          ring.yield()
        }
        if let end { throw ExitStatus.ended(by: end) }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func listen(_ news: BoardNews, then tell: () -> Void) async throws {
    let hello = try await SocketClient(path: path).greeting()
    let past = max(0, (hello.newest ?? 0) - Self.pastEvents, (hello.oldest ?? 1) - 1)
    var stream = WatchStream(path: path, from: .place(.sequence(past)), filter: EventFilter(teams: teams))
    while true {
      await news.take(try await stream.next())
      tell()
    }
  }

  private func draw(
    on screen: TerminalScreen, _ client: SocketClient, _ games: [BoardGame], _ news: BoardNews,
    _ bell: AsyncStream<Void>
  ) async throws {
    var (client, games) = (Optional(client), games)
    try await screen.show(BoardPage(games: games, news: await news.lines))
    for await _ in bell {
      var outage: Fault?
      do {
        let asked = try client ?? SocketClient(path: path)
        client = asked
        games = try await Self.games(from: asked, teams)
      } catch let fault as Fault {
        // The last picture stays.
        (client, outage) = (nil, fault)
      }
      try await screen.show(BoardPage(games: games, news: await news.lines, outage: outage.map { "\($0)" }))
      try await Task.sleep(for: Self.shortest)
    }
  }

  private static func games(from client: SocketClient, _ teams: [String]) async throws -> [BoardGame] {
    let line = try await client.answer(to: .scoreboard, teams: teams)
    guard let games = BoardGame.all(in: line) else { throw Fault.unreadableAnswer }
    return games
  }
}
