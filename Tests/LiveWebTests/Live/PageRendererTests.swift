import LiveModel
import LivePlatform
import Testing

@testable import LiveCore
@testable import LiveWeb

/// The updates of streams, with the scoreboard as the view.
@Suite struct PageRendererTests {
  private let source: SimulatedSource
  private let renderer: PageRenderer
  private let now = Timestamp(seconds: Int64(PlayedGame.end))
  private let view = LiveView(.scores(LeagueID(rawValue: "mlb"), date: nil, .all), Preferences())

  init() {
    source = SimulatedSource(PlayedGame.slate)
    PlayedGame.play(source, to: PlayedGame.middle)
    renderer = PageRenderer(source: source, sections: [ScoresSection(source: source)], prefix: "")
  }

  private func update(from place: LivePlace) async throws -> PageRenderer.Update {
    try await renderer.update(of: view, from: place, at: now)
  }

  @Test func aPageThatWasJustLoadedGetsThePresentStateOnce() async throws {
    let first = try await update(from: LivePlace(cursor: source.newest))
    #expect(first.text.hasPrefix("event: html\ndata: <li id=\"g-"))
    #expect(first.text.hasSuffix("\n\n") && first.text.split(separator: "\n").count == 2)
    #expect(try await update(from: first.place).text.isEmpty)
  }

  @Test func onlyWhatHasChangedIsSentAgain() async throws {
    let first = try await update(from: LivePlace(cursor: source.newest))
    PlayedGame.play(source, to: PlayedGame.later)
    let second = try await update(from: first.place)
    #expect(second.text.hasPrefix("id: \(source.log).\(source.newest)\nevent: html\n"))
    #expect(second.text.contains("id=\"g-") && second.place.cursor == source.newest)
  }

  @Test func runsAndResultsAreSaid() async throws {
    let run = try #require(source.events.last { $0.event.data.tags.contains(.scoring) && !$0.event.data.provisional })
    let text = try await update(from: LivePlace(cursor: run.sequence - 1)).text
    #expect(text.contains("event: say\ndata: \(run.event.data.summary)"))
  }

  @Test func aPlaceThatTheLogHasNotReachedIsOfAnotherLog() async throws {
    let answer = try await update(from: LivePlace(cursor: source.newest + 1))
    #expect(answer.text == "id: \(source.log).\(source.newest)\nevent: reload\ndata: other_log\n\n")
    #expect(answer.place == LivePlace(cursor: source.newest))
  }

  @Test func aPageWithAnotherArrangementIsFetchedAgain() async throws {
    let place = LivePlace(cursor: source.newest, arrangement: "another")
    #expect(try await update(from: place).text.contains("event: reload\ndata: changed"))
  }

  @Test func thePageAndItsStreamHaveTheSameArrangement() async throws {
    let request = PageRequest(path: ["mlb"], now: now)
    guard case .page(let page)? = try await renderer.answer(to: request) else {
      Issue.record("no page")
      return
    }
    let arrangement = view.digest(ofArrangement: try #require(page.arrangement))
    let answer = try await update(from: LivePlace(cursor: page.cursor, arrangement: arrangement))
    #expect(!answer.text.contains("event: reload"))
  }

  @Test func equalViewsAtEqualPlacesShareAnUpdate() async throws {
    let place = LivePlace(cursor: source.newest)
    let first = try await update(from: place)
    source.answer { $0.fault = Fault(.lookupFailed, "asked again") }
    #expect(try await update(from: place).text == first.text)
  }

  @Test func streamsOfOneViewMakeAnUpdateOnce() async throws {
    let section = CountedSection(ScoresSection(source: source))
    let renderer = PageRenderer(source: source, sections: [section], prefix: "")
    let place = LivePlace(cursor: source.newest)
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<64 { group.addTask { try await renderer.update(of: view, from: place, at: now).text } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts.count == 1 && section.scenes.withLock(\.self) == 1)
  }

  @Test(.timeLimit(.minutes(30))) func aStreamThatEndsWaitsForNoOtherOne() async throws {
    let section = CountedSection(ScoresSection(source: source), gate: Watermark())
    let renderer = PageRenderer(source: source, sections: [section], prefix: "")
    let place = LivePlace(cursor: source.newest)
    async let first = renderer.update(of: view, from: place, at: now)
    while section.scenes.withLock(\.self) == 0 { await Task.yield() }
    let second = Task { try await renderer.update(of: view, from: place, at: now) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    section.gate?.raise { _ in 1 }
    #expect(try await !first.text.isEmpty)
  }

  @Test func aGameWithoutNewsIsNotMadeAnew() async throws {
    let section = CountedSection(GameSection(source: source))
    let renderer = PageRenderer(source: source, sections: [section], prefix: "")
    let view = LiveView(.game(source.ids[0], .newest), Preferences())
    let first = try await renderer.update(of: view, from: LivePlace(cursor: source.newest), at: now)
    var other = try #require(source.events.last?.event)
    other.data.game.id += 1
    source.append(other)
    let second = try await renderer.update(of: view, from: first.place, at: now)
    #expect(second.text.isEmpty && second.place.cursor == source.newest && section.scenes.withLock(\.self) == 1)
    source.change(source.ids[0]) { $0.score = Score(away: 41, home: 42) }
    #expect(try await renderer.update(of: view, from: second.place, at: now).text.contains(">41<"))
  }

  @Test(arguments: [("9f2c61aa.7", 7), ("9f2c61aa.0", 0)])
  func anIdNamesAPlace(id: String, cursor: Int) { #expect(LivePlace.cursor(in: id, of: "9f2c61aa") == cursor) }

  @Test(arguments: ["", "7", "other.7", "9f2c61aa.", "9f2c61aa.-1", "9f2c61aa.7.8", "9f2c61aa.99999999999999999999999"])
  func otherIdsNameNone(id: String) { #expect(LivePlace.cursor(in: id, of: "9f2c61aa") == nil) }
}

/// Counts the scenes that a section makes, and makes none before the gate is raised.
private struct CountedSection: PageSection {
  let base: any PageSection
  let gate: Watermark?
  let scenes = Locked(0)

  init(_ base: any PageSection, gate: Watermark? = nil) { (self.base, self.gate) = (base, gate) }

  func answer(to request: PageRequest) async throws -> PageAnswer? { try await base.answer(to: request) }

  func revision(of view: LiveView, at now: Timestamp) async throws -> Int? {
    try await base.revision(of: view, at: now)
  }

  func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene? {
    scenes.withLock { $0 += 1 }
    await Task.yield()
    _ = await gate?.past(0)
    return try await base.scene(of: view, after: cursor, at: now)
  }
}
