internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// Predictions of games that have not begun. A poller states its question and takes the answer at a later poll, so that no
/// poll waits for one. One question is asked at a time, and polls get their turns first.
///
/// A source that fails means no prediction until the next attempt.
final class PredictionSource<C: Clock<Duration>>: Service, Sendable where C: Sendable {
  private struct Entry {
    var question: PredictionQuestion
    var answer: LeagueMembers?
    /// When the question may be asked again; nil while it waits or is being asked.
    var next: C.Instant?
  }

  private let source: LookupSource<C>
  private let clock: C
  private let logger: Logger
  private let entries = Locked<[GameID: Entry]>([:])
  /// The reason of the last warning.
  private let warned = Locked("")
  private let orders = AsyncStream.makeStream(of: GameID.self, bufferingPolicy: .bufferingNewest(mostGames))

  /// The most games with a question; beyond it, those that were asked longest ago are dropped.
  private static var mostGames: Int { 64 }
  /// Time until an answered question is asked again, because the weather may be known then.
  private static var answered: Duration { .seconds(600) }
  /// Time until a question that failed is asked again.
  private static var failed: Duration { .seconds(120) }

  init(source: LookupSource<C>, clock: C, logger: Logger) {
    (self.source, self.clock, self.logger) = (source, clock, logger)
  }

  /// Returns the last answer to the question; nil until there is one. Asks it soon, unless it was asked a short time ago.
  func prediction(of game: GameID, _ question: PredictionQuestion) -> LeagueMembers? {
    let now = clock.now
    let (answer, isDue) = entries.withLock { entries -> (LeagueMembers?, Bool) in
      if let entry = entries[game], entry.question.key == question.key {
        guard let next = entry.next, next <= now else { return (entry.answer, false) }
        entries[game]?.next = nil
        return (entry.answer, true)
      }
      if entries[game] == nil, entries.count >= Self.mostGames {
        guard let oldest = Self.oldest(of: entries) else { return (nil, false) }
        entries[oldest] = nil
      }
      entries[game] = Entry(question: question)
      return (nil, true)
    }
    if isDue { orders.continuation.yield(game) }
    return answer
  }

  /// Returns the game whose question was answered longest ago; nil while all of them wait.
  private static func oldest(of entries: [GameID: Entry]) -> GameID? {
    entries.compactMap { game, entry in entry.next.map { (game, $0) } }.min { $0.1 < $1.1 }?.0
  }

  func run() async throws {
    for await game in orders.stream.cancelOnGracefulShutdown() {
      guard let question = entries.withLock({ $0[game]?.question }) else { continue }
      let answer = await answer(to: question, of: game)
      let next = clock.now.advanced(by: answer == nil ? Self.failed : Self.answered)
      entries.withLock { entries in
        // Another question may have taken its place.
        guard entries[game]?.question.key == question.key else { return }
        if let answer { entries[game]?.answer = answer }
        entries[game]?.next = next
      }
    }
  }

  private func answer(to question: PredictionQuestion, of game: GameID) async -> LeagueMembers? {
    do {
      var answers: [[UInt8]] = []
      for part in question.parts {
        let answer = try await source.answer(to: part.request, of: game.league, freshFor: part.freshFor) { body in
          try part.check(body)
          return body
        }
        // The stored answer to a request that failed may be about another date.
        if let fault = answer.fault { throw fault }
        answers.append(answer.value)
      }
      return try question.predict(answers)
    } catch {
      guard !(error is CancellationError) else { return nil }
      let fault = error as? Fault ?? Fault(.lookupFailed, "the answers cannot be read: \(error)")
      // Each game tries again every few minutes: one warning for a reason is enough.
      let isNew = warned.withLock { last in
        defer { last = fault.message }
        return last != fault.message
      }
      logger.log(
        level: isNew ? .warning : .debug, "no prediction",
        metadata: Fault.metadata(of: fault, and: [LogKey.game: "\(game.gamePk)"]))
      return nil
    }
  }
}
