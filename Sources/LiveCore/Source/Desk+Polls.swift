extension Desk {
  /// One request to the source, timed and, if it brings nothing, counted. What an answer is worth is for the caller to say.
  func asking<Answer>(_ poll: Meters.Poll, _ ask: () async throws -> Answer) async throws -> Answer {
    let start = clock.now
    do {
      let answer = try await ask()
      meters.took(poll, start.duration(to: clock.now))
      return answer
    } catch let failure as FeedFault {
      meters.took(poll, start.duration(to: clock.now))
      meters.failed(poll, because: failure.fault.code)
      throw failure
    }
  }
}
