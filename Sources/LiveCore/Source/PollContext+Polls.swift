extension PollContext {
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

extension Meters {
  /// Takes an accepted answer, and what the cadence has made of it.
  func took(
    _ freshness: Freshness, _ pulse: PollHints, _ cadence: Cadence, wasDue: Bool, isNew: Bool, at now: Timestamp
  ) {
    guard pulse.phase == .live else { return age(ofAnswer: nil, inCache: freshness.age) }
    age(ofAnswer: isNew ? now - pulse.revision : nil, inCache: freshness.age)
    if wasDue { askedWhileDue() }
    guard let lesson = cadence.live.lesson else { return }
    result(isForeseen: lesson.foreseen != nil)
    if lesson.results > 1 { result(isForeseen: false, by: lesson.results - 1) }
    let learnt = cadence.live.learnt
    self.learnt(news: learnt.news, quiet: lesson.foreseen.map(learnt.quiet), of: lesson.foreseen?.rawValue)
  }
}
