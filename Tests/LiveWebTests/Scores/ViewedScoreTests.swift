import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LiveWeb

/// The scoreboard of a viewer whose television is behind.
@Suite struct ViewedScoreTests {
  private let source = SimulatedSource(PlayedGame.slate)
  private let delay = 120

  private var game: GameID { source.ids[0] }

  /// Returns the game as a viewer sees it some seconds after an event was observed.
  private func viewed(_ seconds: Int64, after event: SequencedEvent, status: GameStatus.Phase = .live) throws
    -> ViewedScore
  {
    var summary = try #require(source.games.first)
    summary.game.status = status
    // The answers of the feed are ahead of the viewer.
    summary.score = Score(away: 88, home: 99)
    let logged = source.events.filter { $0.sequence <= event.sequence }
    return ViewedScore(
      ScoreboardGame(summary, state: "Top 9th"), after: logged, delay: .seconds(delay),
      at: event.event.data.observedAt + .seconds(seconds))
  }

  /// Returns the revisions that say which play a run scored on, of runs that were shown before that was known.
  private func runs() throws -> [SequencedEvent] {
    PlayedGame.play(source, to: PlayedGame.end)
    return source.events.filter { $0.event.data.tags.contains(.scoring) && $0.event.data.change == .completed }
  }

  @Test func aRunIsShownAfterTheDelay() throws {
    let run = try #require(try runs().last)
    // The delay counts from the first revision.
    let first = try #require(source.events.first { $0.event.data.fact == run.event.data.fact })
    let since = Int64((first.event.data.observedAt - run.event.data.observedAt).wholeMilliseconds / 1000)
    let before = try viewed(since + Int64(delay) - 1, after: run)
    let after = try viewed(since + Int64(delay), after: run)
    #expect(before.game.summary.score != run.event.data.score && before.game.summary.score?.away != 88)
    #expect(after.game.summary.score == run.event.data.score)
    #expect(after.game.summary.baseball.inning == run.event.data.baseball.inning)
    #expect(after.game.summary.baseball.batter == nil)
  }

  @Test func theEndIsShownAfterTheDelay() throws {
    _ = try runs()
    let end = try #require(source.events.last { $0.event.data.tags.contains(.final) })
    let before = try viewed(Int64(delay) - 1, after: end, status: .final)
    #expect(before.game.summary.game.status == .live && before.game.state == "In progress")
    #expect(try viewed(Int64(delay), after: end, status: .final).game.summary.game.status == .final)
    // Long after it, nothing is held back.
    #expect(try viewed(86_400, after: end, status: .final).game.summary.score == Score(away: 88, home: 99))
  }

  @Test func aGameThatIsNotFollowedHasNoScore() throws {
    _ = try runs()
    let summary = try #require(source.games.first)
    var live = ScoreboardGame(summary, state: "Top 9th")
    live.summary.game.status = .live
    let viewed = ViewedScore(live, after: [], delay: .seconds(delay), at: Timestamp(seconds: 1_784_070_300))
    #expect(viewed.game.summary.score == nil && viewed.game.summary.game.status == .live)
    live.summary.game.status = .final
    let over = ViewedScore(live, after: [], delay: .seconds(delay), at: Timestamp(seconds: 1_784_070_300))
    #expect(over.game.summary.score == summary.score)
  }

  @Test func onlyNewEventsAreReadAgain() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let facts = RecentFacts(source: source)
    let board = [ScoreboardGame(try #require(source.games.first), state: "")]
    let now = try #require(source.events.last).event.data.observedAt
    let middle = try await facts.view(board, delay: .seconds(delay), at: now + .seconds(600))
    PlayedGame.play(source, to: PlayedGame.end)
    let end = try #require(source.events.last).event.data.observedAt
    let over = try await facts.view(board, delay: .seconds(delay), at: end + .seconds(600))
    #expect(middle[0].game.summary.score != nil && over[0].game.summary.score != nil)
    #expect(over[0].game.summary.baseball.inning != middle[0].game.summary.baseball.inning)
  }
}
