import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// The log, page by page, over a real socket.
@Suite(.timeLimit(.minutes(1))) struct LogHistoryTests {
  private func history(_ selection: LogSelection, _ fixture: SocketFixture) throws -> LogHistory {
    try LogHistory(selection, socket: fixture.path) { throw Fault(.logMissing, "no file is needed") }
  }

  private func all(_ selection: LogSelection, _ fixture: SocketFixture) async throws -> [Int] {
    var (history, found) = (try history(selection, fixture), [Int]())
    while let page = try await history.next() { found += page.compactMap(\.sequence) }
    return found
  }

  @Test(arguments: [
    (LogSelection(), 1...250), (LogSelection(since: .oldest), 1...250),
    (LogSelection(since: .sequence(240)), 241...250),
    (LogSelection(since: .sequence(5), until: .sequence(207)), 6...207),
    (LogSelection(since: .time(NumberedEvents.time)), 1...250), (LogSelection(game: 747_175), 1...250),
    (LogSelection(filter: EventFilter(tags: ["hit"])), 1...250),
  ])
  func readsAllPagesOrTheLastEvents(selection: LogSelection, expected: ClosedRange<Int>) async throws {
    try await SocketFixture.with(events: 250) { fixture in
      #expect(try await all(selection, fixture) == Array(expected))
      for count in [1, 3, 100, 150, 1000] {
        let last = try await history(selection, fixture).last(count).compactMap(\.sequence)
        #expect(last == Array(expected.suffix(count)))
      }
    }
  }

  @Test(arguments: [
    LogSelection(since: .sequence(250)), LogSelection(since: .sequence(1 << 53)), LogSelection(until: .oldest),
    LogSelection(until: .sequence(0)), LogSelection(since: .time(NumberedEvents.time + .seconds(1))),
    LogSelection(until: .time(NumberedEvents.time)), LogSelection(filter: EventFilter(tags: ["walk"])),
    LogSelection(game: 1),
  ])
  func anEmptySelectionEnds(selection: LogSelection) async throws {
    try await SocketFixture.with(events: 250) { fixture in
      let (forwards, backwards) = (try await all(selection, fixture), try await history(selection, fixture).last(9))
      #expect(forwards.isEmpty && backwards.isEmpty)
    }
  }

  @Test func anEventKeepsItsBytes() async throws {
    try await SocketFixture.with { fixture in
      try await fixture.store.append(1...2) { NumberedEvents.event($0, summary: #"[a], {"b"}, \"c"#) }
      let lines = try await history(LogSelection(), fixture).last(2).map(\.bytes)
      #expect(lines == (try fixture.log.events(after: 0, limit: 2).map(\.line)))
    }
  }

  @Test func aPlayAppearsOnce() async throws {
    try await SocketFixture.with { fixture in
      try await fixture.store.append(1...250) { number in
        var event = NumberedEvents.event(number % 2)
        event.data.revision = number
        return event
      }
      #expect(try await all(LogSelection(isNewestOnly: true), fixture) == [249, 250])
      let earlier = LogSelection(since: .sequence(4), until: .sequence(199), isNewestOnly: true)
      #expect(try await all(earlier, fixture) == [198, 199])
      #expect(try await history(earlier, fixture).last(9).compactMap(\.sequence) == [198, 199])
    }
  }

  /// A play appears once, even if it is corrected while its pages are read.
  @Test func aCorrectionBetweenTwoPagesIsInNone() async throws {
    try await SocketFixture.with { fixture in
      try await fixture.store.append(1...150) { NumberedEvents.event($0) }
      var history = try history(LogSelection(isNewestOnly: true), fixture)
      var sequences = try await history.next()?.compactMap(\.sequence) ?? []
      try await fixture.store.append(151...151) { number in
        var event = NumberedEvents.event(1)
        event.data.revision = number
        return event
      }
      while let page = try await history.next() { sequences += page.compactMap(\.sequence) }
      #expect(sequences == Array(1...150))
    }
  }

  /// A name without its first name, a misspelled one, one without its accent, and one that is like no other.
  @Test func namesThatNoPlayerHasGetAdvice() async throws {
    try await SocketFixture.with { fixture in
      try await fixture.store.append(1...150) { number in
        var event = NumberedEvents.event(number)
        let name = ["Aaron Judge", "José Ramírez"].dropFirst(number - 1).first
        event.data.players = name.map { [Participant(Person(id: number, name: $0), as: .fielder)] } ?? []
        return event
      }
      let players = ["judge", "Jose Ramires", "Jose Ramirez", "Babe Ruth", "592450"].compactMap { PlayerName($0) }
      let selection = LogSelection(filter: EventFilter(Conditions(players: players)))
      #expect(
        try await history(selection, fixture).adviceOnPlayers() == [
          "no game in the log has had 'judge'; did you mean 'Aaron Judge'?",
          "no game in the log has had 'Jose Ramires'; did you mean 'José Ramírez'?",
          "no game in the log has had 'Babe Ruth'; \(PlayerName.exactAdvice)",
        ])
      let without = try await history(LogSelection(), fixture).adviceOnPlayers()
      #expect(without.isEmpty)
    }
  }

  @Test func anUnknownSinkIsRefused() async throws {
    var options = SocketFixture.options
    options.view.sinks = { OutboxFixture.sinks }
    try await SocketFixture.with(options, events: 1) { fixture in
      let found = try await all(LogSelection(sink: "hook"), fixture)
      #expect(found.isEmpty)
      let fault = await #expect(throws: Fault.self) { try await all(LogSelection(sink: "hok"), fixture) }
      #expect(fault?.code == .socketUnknownSink && fault?.message.contains("did you mean 'hook'?") == true)
    }
  }

  /// Clients with different questions at the same time all get their answers.
  @Test func manyClientsAreAnswered() async throws {
    try await SocketFixture.with(events: 50) { fixture in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 1...30 {
          group.addTask { try await all(LogSelection(since: .sequence(number)), fixture) == Array(number + 1...50) }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }

  @Test func anEmptyArrayHasNoElements() {
    #expect(JSONElements.elements(of: Array("[]".utf8), after: "[") == [])
    #expect(JSONElements.elements(of: Array(#"[1,"],\"",[2,{"a":[]}]]"#.utf8), after: "[")?.count == 3)
    #expect(JSONElements.elements(of: Array(#"["]"#.utf8), after: "[") == nil)
    #expect(JSONElements.elements(of: Array("{}".utf8), after: "[") == nil)
  }
}
