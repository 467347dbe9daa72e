/// One request and its answer, decoded while it arrives.
struct FeedReader<L: League>: Sendable {
  let league: L
  let transport: any HTTPTransport

  /// Four days of every sport that StatsAPI serves are under 1 MiB.
  private static var scheduleLimit: Int { 8 << 20 }

  /// What came, and how fresh it is.
  struct Answer: Sendable {
    var snapshot: L.Snapshot
    var freshness: Freshness
  }

  /// Throws `FeedFault`, or `CancellationError`.
  func answer(of game: GameID) async throws -> Answer {
    let request = league.feedRequest(of: game)
    let decoder = Locked(league.decoder())
    return try await reading(request) {
      let head = try await transport.send(request) { head, chunk in
        try Self.check(head)
        try decoder.withLock { (decoder) throws(DecodeFault) in try decoder.feed(chunk) }
      }
      try Self.check(head)
      let snapshot = try decoder.withLock { (decoder) throws(DecodeFault) in try decoder.finish() }
      return Answer(snapshot: snapshot, freshness: Freshness(head))
    }
  }

  /// Throws `FeedFault`, or `CancellationError`.
  func schedule(from first: CivilDate, to last: CivilDate) async throws -> ScheduleAnswer {
    let request = league.scheduleRequest(from: first, to: last)
    return try await reading(request) {
      let (head, body) = try await transport.collect(request, limit: Self.scheduleLimit)
      try Self.check(head)
      var answer = try league.games(in: body)
      answer.games = ScheduledGame.unique(answer.games)
      return answer
    }
  }

  private static func check(_ head: HTTPResponseHead) throws {
    let answer = UnexpectedAnswer(head: head)
    guard head.status == 200, !answer.isPage else { throw answer }
  }

  private func reading<Value: Sendable>(
    _ request: HTTPRequest, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as CancellationError {
      throw error
    } catch {
      throw FeedFault(error, asking: request.url)
    }
  }
}
