import Logging
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Predictions are asked for beside the polls.
@Suite(.timeLimit(.minutes(1))) struct PredictionSourceTests {
  private let clock = ManualClock()
  private let game = GameID(league: .mlb, gamePk: 1)

  private func source(_ transport: ScriptedTransport) -> PredictionSource<ManualClock> {
    let limiter = HostRateLimiter(clock: clock, spacing: { .zero })
    let lookups = LookupSource(
      transport: transport, store: LookupStore(path: nil), budget: { _ in limiter }, clock: clock,
      now: { [clock] in Timestamp(seconds: 1_000_000) + clock.now.offset })
    return PredictionSource(
      source: lookups, clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func question(_ name: String = "a") -> PredictionQuestion {
    PredictionQuestion(
      about: name,
      parts: [
        .init(HTTPRequest(url: "http://127.0.0.1:9/\(name)"), freshFor: .seconds(60)) { body in
          if body == Array("bad".utf8) { throw DecodeFault(kind: .malformed, offset: 0, path: "", message: "bad") }
        }
      ]
    ) { LeagueMembers(["text": String(decoding: $0[0], as: UTF8.self)]) }
  }

  /// Asks until there is an answer, or until `count` requests were made.
  private func ask(
    _ source: PredictionSource<ManualClock>, _ question: PredictionQuestion, _ transport: ScriptedTransport,
    until count: Int
  ) async -> LeagueMembers? {
    let running = Task { try await source.run() }
    defer { running.cancel() }
    while transport.requests.count < count {
      _ = source.prediction(of: game, question)
      await Task.yield()
    }
    for _ in 0..<10_000 {
      if let answer = source.prediction(of: game, question) { return answer }
      await Task.yield()
    }
    return nil
  }

  @Test func theAnswerComesAtALaterPoll() async throws {
    let transport = ScriptedTransport(.status(200, body: "one"), .status(200, body: "two"))
    let source = source(transport)
    #expect(source.prediction(of: game, question()) == nil)
    #expect(await ask(source, question(), transport, until: 1) == LeagueMembers(["text": "one"]))
    // The same question is not asked again for ten minutes.
    for _ in 0..<100 { #expect(source.prediction(of: game, question()) == LeagueMembers(["text": "one"])) }
    #expect(transport.requests.count == 1)
  }

  @Test func aSourceThatFailsMeansNoPrediction() async throws {
    let transport = ScriptedTransport(.status(500), .status(200, body: "bad"))
    let source = source(transport)
    #expect(await ask(source, question(), transport, until: 1) == nil)
    #expect(source.prediction(of: game, question()) == nil && transport.requests.count == 1)
  }

  @Test func anotherQuestionTakesItsPlace() async throws {
    let transport = ScriptedTransport(.status(200, body: "one"), .status(200, body: "two"))
    let source = source(transport)
    #expect(source.prediction(of: game, question("a")) == nil)
    #expect(source.prediction(of: game, question("b")) == nil)
    #expect(await ask(source, question("b"), transport, until: 1) != nil)
    #expect(transport.requests.first?.url.hasSuffix("/b") == true)
  }
}
