import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct LeaseBookTests {
  private let start = Timestamp(milliseconds: 1_000_000)
  private let games = (1...31).map { LeaseItem.game(GameID(league: .mlb, gamePk: $0)) }

  /// Nodes that share a bucket.
  private struct Nodes {
    var books: [LeaseBook]
    private var entries: [String: KeyedEntry] = [:]
    private var revision: UInt64 = 0
    private(set) var moves = 0

    init(_ names: [String]) {
      books = names.map { LeaseBook(session: ClusterSession(node: $0, run: "1"), role: .watch, ttl: .seconds(4)) }
    }

    mutating func write(_ value: String, to key: LeaseKey) {
      revision += 1
      entries["\(key)"] = KeyedEntry(key: "\(key)", value: value, revision: revision)
    }

    /// One round of some nodes.
    mutating func round(_ living: some Sequence<Int>, wanting games: [LeaseItem], at now: Timestamp) {
      for index in living {
        write("\(books[index].session)", to: .heartbeat(.watch, node: books[index].session.node))
        let wants = LeaseKey.wants(.watch, node: books[index].session.node)
        let text = LeaseWants(session: books[index].session, items: Set(games)).text
        if entries["\(wants)"]?.value != text { write(text, to: wants) }
        for entry in entries.values.sorted(by: { $0.revision < $1.revision }) { books[index].observe(entry, at: now) }
        books[index].beaten(at: now)
        for order in books[index].orders(wanting: games, at: now)
        where entries["\(LeaseKey.item(order.item))"]?.revision == order.former {
          write(order.lease.text, to: .item(order.item))
          moves += 1
        }
        for entry in entries.values.sorted(by: { $0.revision < $1.revision }) { books[index].observe(entry, at: now) }
      }
    }

    func held(by index: Int, _ games: [LeaseItem], at now: Timestamp) -> Set<LeaseItem> {
      Set(games.filter { books[index].epoch(of: $0, at: now) != nil })
    }
  }

  private func seconds(_ count: Int) -> Timestamp { start + .seconds(count) }

  @Test func gamesAreSpreadEvenlyAndEachHasOneHolder() {
    var nodes = Nodes(["attic", "cellar", "shed"])
    for second in 0..<6 { nodes.round(0..<3, wanting: games, at: seconds(second)) }
    let held = (0..<3).map { nodes.held(by: $0, games, at: seconds(6)) }
    #expect(held.map(\.count).sorted() == [9, 11, 11])
    #expect(held.reduce(Set()) { $0.union($1) } == Set(games))
  }

  @Test func aNodeThatJoinsMovesOnlyItsShare() {
    var nodes = Nodes(["attic", "cellar", "shed"])
    for second in 0..<6 { nodes.round(0..<2, wanting: games, at: seconds(second)) }
    let before = nodes.moves
    for second in 6..<12 { nodes.round(0..<3, wanting: games, at: seconds(second)) }
    #expect(nodes.held(by: 2, games, at: seconds(12)).count == 9)
    // Each game that moves is given back and taken.
    #expect(nodes.moves - before == 2 * 9)
  }

  @Test func theGamesOfADeadNodeAreTakenWhenItsHeartbeatIsOld() {
    var nodes = Nodes(["attic", "cellar"])
    for second in 0..<4 { nodes.round(0..<2, wanting: games, at: seconds(second)) }
    for second in 4..<7 { nodes.round([0], wanting: games, at: seconds(second)) }
    #expect(nodes.held(by: 0, games, at: seconds(6)).count == 16)
    for second in 7..<9 { nodes.round([0], wanting: games, at: seconds(second)) }
    #expect(nodes.held(by: 0, games, at: seconds(8)).count == 31)
    #expect(nodes.held(by: 1, games, at: seconds(8)).isEmpty)
  }

  @Test func aNodeThatStartsAgainHoldsNothingOfItsFormerRun() {
    var nodes = Nodes(["attic", "cellar"])
    for second in 0..<4 { nodes.round(0..<2, wanting: games, at: seconds(second)) }
    nodes.books[1] = LeaseBook(session: ClusterSession(node: "cellar", run: "2"), role: .watch, ttl: .seconds(4))
    nodes.round(0..<2, wanting: games, at: seconds(4))
    nodes.round(0..<2, wanting: games, at: seconds(5))
    #expect(nodes.held(by: 1, games, at: seconds(5)).count == 15)
  }

  @Test func aGameThatIsNotWantedIsGivenBack() {
    var nodes = Nodes(["attic"])
    nodes.round([0], wanting: games, at: start)
    nodes.round([0], wanting: [games[3]], at: seconds(1))
    #expect(nodes.held(by: 0, games, at: seconds(1)) == [games[3]])
  }

  @Test func aGameThatIsOverIsTakenOnlyByOneThatWantsItAnew() throws {
    var nodes = Nodes(["attic", "cellar"])
    nodes.round(0..<2, wanting: [games[0]], at: start)
    let end = try #require(nodes.books[0].giving(back: games[0], isOver: true))
    nodes.write(end.lease.text, to: .item(games[0]))
    nodes.round([1], wanting: [], at: seconds(1))
    #expect(nodes.books[1].isOver(games[0]))
    nodes.round([1], wanting: [games[0]], at: seconds(2))
    #expect(nodes.books[1].epoch(of: games[0], at: seconds(2)) == 2)
  }

  @Test func aLeaseIsNumberedOnFromALaterHolderInTheStream() {
    var nodes = Nodes(["attic"])
    nodes.round([0], wanting: [games[0]], at: start)
    let order = nodes.books[0].orders(wanting: [games[0]], yielding: [games[0]: 50], at: start)
    #expect(order.map(\.lease) == [Lease(holder: .nobody, epoch: 50)])
  }

  @Test func nodesThatWantDifferentGamesShareWhatBothWant() {
    var nodes = Nodes(["attic", "cellar"])
    for second in 0..<20 {
      nodes.round([0], wanting: games, at: seconds(second))
      nodes.round([1], wanting: Array(games.prefix(10)), at: seconds(second))
    }
    let held = (0..<2).map { nodes.held(by: $0, games, at: seconds(19)) }
    #expect(held[0].union(held[1]) == Set(games) && held[0].isDisjoint(with: held[1]))
    #expect(held[1].count == 5)
    #expect(nodes.moves <= 31 + 2 * 10, "only what both want moves")
    let moves = nodes.moves
    for second in 20..<40 {
      nodes.round([0], wanting: games, at: seconds(second))
      nodes.round([1], wanting: Array(games.prefix(10)), at: seconds(second))
    }
    #expect(nodes.moves == moves, "nothing moves any more")
  }

  @Test func whatOnlyOneNodeWantsIsTakenAtOnce() {
    var nodes = Nodes(["attic", "cellar"])
    nodes.round([1], wanting: Array(games.prefix(2)), at: start)
    nodes.round([0], wanting: games, at: start)
    #expect(nodes.held(by: 0, games, at: start) == Set(games.dropFirst(2)))
  }

  @Test func nobodyWaitsForANodeWhoseShareIsFull() {
    // Each node wants two of three games, and the shares are one and a half, rounded up: no game stays free.
    var nodes = Nodes(["attic", "cellar", "shed"])
    let wanted = [[games[0], games[1]], [games[1], games[2]], [games[2], games[0]]]
    for second in 0..<12 {
      for index in 0..<3 { nodes.round([index], wanting: wanted[index], at: seconds(second)) }
    }
    let held = (0..<3).map { nodes.held(by: $0, games, at: seconds(12)) }
    #expect(held.reduce(Set()) { $0.union($1) } == Set(games.prefix(3)))
    #expect(held.map(\.count).reduce(0, +) == 3)
  }

  @Test func aLeaseThatTheStoreWouldForgetIsWrittenAgain() throws {
    var nodes = Nodes(["attic"])
    nodes.round([0], wanting: [games[0]], at: start)
    let late = start + LeaseBook.renewal
    #expect(nodes.books[0].orders(wanting: [games[0]], at: late - .seconds(1)) == [])
    let order = try #require(nodes.books[0].orders(wanting: [games[0]], at: late).first)
    #expect(order.lease == Lease(holder: .session(nodes.books[0].session), epoch: 1) && order.former != nil)
  }

  @Test func withoutAServerANodeKeepsTheSinksThatItAloneHas() {
    let (phones, chat) = (LeaseItem.sink("phones"), LeaseItem.sink("chat"))
    var book = LeaseBook(session: ClusterSession(node: "attic", run: "1"), role: .deliver, ttl: .seconds(4))
    for (index, (key, value)) in [
      ("sink.phones", "attic.1|1"), ("sink.chat", "attic.1|1"), ("deliver.cellar.wants", "cellar.1 sink.chat"),
    ].enumerated() {
      book.observe(KeyedEntry(key: key, value: value, revision: UInt64(index + 1)), at: start)
    }
    #expect(book.epoch(of: phones, at: start) == nil, "it has not been heard yet")
    book.beaten(at: start)
    #expect([phones, chat].allSatisfy { book.epoch(of: $0, at: start) == 1 })
    #expect([phones, chat].map { book.epoch(of: $0, at: seconds(3600)) } == [1, nil])
  }

  @Test func aHeartbeatThatIsReadAgainHasNotChanged() {
    var nodes = Nodes(["attic", "cellar"])
    nodes.round(0..<2, wanting: [games[0]], at: start)
    let holder = nodes.books[0].epoch(of: games[0], at: start) == nil ? 1 : 0
    nodes.books[1 - holder].forget()
    nodes.round([1 - holder], wanting: [games[0]], at: seconds(3))
    #expect(nodes.held(by: 1 - holder, games, at: seconds(3)).isEmpty)
    nodes.round([1 - holder], wanting: [games[0]], at: seconds(4))
    #expect(nodes.held(by: 1 - holder, games, at: seconds(4)) == [games[0]])
  }

  @Test func allNodesShareTheBudget() {
    var nodes = Nodes(["attic", "cellar"])
    nodes.write("shed.1", to: .heartbeat(.deliver, node: "shed"))
    nodes.write("cellar.1", to: .heartbeat(.deliver, node: "cellar"))
    nodes.round([0], wanting: games, at: start)
    nodes.round([1], wanting: games, at: start)
    nodes.round([0], wanting: games, at: start)
    #expect(nodes.books[0].liveNodes(at: start) == 2)
    #expect(nodes.books[0].budgetDivisor(at: start) == 2.1)
    var shed = LeaseBook(session: ClusterSession(node: "shed", run: "1"), role: .deliver, ttl: .seconds(4))
    #expect(shed.budgetDivisor(at: start) == 1)
    for (index, key) in ["watch.attic", "watch.cellar", "deliver.cellar"].enumerated() {
      let session = ClusterSession(node: String(key.split(separator: ".")[1]), run: "1")
      shed.observe(KeyedEntry(key: key, value: "\(session)", revision: UInt64(index + 1)), at: start)
    }
    #expect(shed.budgetDivisor(at: start) == 21)
  }

  @Test func sinksAndGamesAreSharedByOtherNodes() {
    var nodes = Nodes(["attic", "cellar"])
    let phones = LeaseItem.sink("phones")
    nodes.books[1] = LeaseBook(session: ClusterSession(node: "cellar", run: "1"), role: .deliver, ttl: .seconds(4))
    nodes.write("cellar.1", to: .heartbeat(.deliver, node: "cellar"))
    nodes.write("cellar.1|1", to: .item(phones))
    nodes.round([0], wanting: games, at: start)
    #expect(nodes.books[0].liveNodes(at: start) == 1)
    #expect(nodes.books[1].epoch(of: phones, at: start) == nil, "it has not looked yet")
  }

  @Test(arguments: ["", "attic|1", "attic.1|0", "attic.1|x", "Attic.1|1", "-|", "a.b.c|1", "attic.1|1|2"])
  func aWrongLeaseIsRefused(text: String) { #expect(Lease(text) == nil) }

  @Test(arguments: ["attic.9f2c61a0|7", "-|3", "!|12"])
  func aLeaseIsReadAsItIsWritten(text: String) { #expect(Lease(text)?.text == text) }

  @Test(arguments: ["game.mlb.747175", "sink.phones", "watch.attic", "deliver.attic", "watch.attic.wants"])
  func aKeyIsReadAsItIsWritten(text: String) { #expect(LeaseKey(text)?.description == text) }
}
