import Dispatch
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Advice on names of players, from a log in a file and by a clock that stands still.
@Suite(.timeLimit(.minutes(1))) struct PlayerNameReaderTests {
  private let store: NumberedLog
  private let time = Locked(SuspendingClock.now)
  private let reader: PlayerNameReader
  private let bells: AsyncStream<Void>

  init() throws {
    store = try NumberedLog()
    let (bells, bell) = AsyncStream.makeStream(of: Void.self)
    self.bells = bells
    reader = PlayerNameReader(log: store.log, now: { [time] in time.withLock { $0 } }) { bell.yield() }
  }

  private func log(_ name: String, _ number: Int) async throws {
    try await store.append([number]) { number in
      var event = NumberedEvents.event(number)
      event.data.players = [Participant(Person(id: number, name: name), as: .fielder)]
      return event
    }
  }

  /// Asks as the server does: again after each bell.
  private func ask(_ names: String...) async -> [String] {
    let players = names.compactMap { PlayerName($0) }
    var bells = bells.makeAsyncIterator()
    while true {
      if let advice = reader.advice(on: players) { return advice }
      await bells.next()
    }
  }

  @Test func aPlayerOfTheLogGetsNoAdviceAndAnotherDoes() async throws {
    try await log("José Ramírez", 1)
    #expect(await ask("jose ramirez").isEmpty)
    #expect(await ask("Jose Ramires") == ["no game in the log has had 'Jose Ramires'; did you mean 'José Ramírez'?"])
    #expect(reader.advice(on: [.id(7)]) == [])
  }

  /// A question that is new needs no new reading, and none begins before the last one is old.
  @Test func theLogIsReadAgainWhenTheLastReadingIsOld() async throws {
    try await log("José Ramírez", 1)
    #expect(await ask("Aaron Judge").count == 1)
    try await log("Aaron Judge", 2)
    #expect(await ask("Aaron Judge", "Babe Ruth").count == 2)
    time.withLock { $0 = $0.advanced(by: PlayerNameReader.freshness) }
    #expect(await ask("Aaron Judge").isEmpty)
    #expect(await ask("Aaron Judge", "Babe Ruth").count == 1)
  }

  @Test func clientsThatAskAtTheSameTimeAreAllAnswered() async throws {
    try await log("José Ramírez", 1)
    let questions = (1...20).map { [PlayerName.name("Nobody \($0)")] }
    var bells = bells.makeAsyncIterator()
    var unanswered = questions
    while true {
      unanswered.removeAll { reader.advice(on: $0)?.count == 1 }
      if unanswered.isEmpty { break }
      await bells.next()
    }
    // The answers stay for clients with the same names.
    #expect(questions.allSatisfy { reader.advice(on: $0)?.count == 1 })
  }

  /// Each answer counts from its own time: a long queue of questions does not make the first ones old.
  @Test func slowComparisonsAreAnsweredAllTheSame() async throws {
    try await log("José Ramírez", 1)
    let (bells, bell) = AsyncStream.makeStream(of: Void.self)
    let time = Locked(SuspendingClock.now)
    let reader = PlayerNameReader(log: store.log) {
      time.withLock { time in
        time = time.advanced(by: .seconds(4))
        return time
      }
    } bell: {
      bell.yield()
    }
    var iterator = bells.makeAsyncIterator()
    for number in 1...20 {
      while reader.advice(on: [.name("Nobody \(number)")])?.count != 1 { await iterator.next() }
    }
  }

  @TaskLocal private static var isAsking = false

  /// The reading waits for its clock, so that no question is answered before the last one is asked.
  @Test func aClientTooManyGetsNoAdvice() async throws {
    try await log("José Ramírez", 1)
    let asked = DispatchSemaphore(value: 0)
    let reader = PlayerNameReader(log: store.log) {
      if !Self.isAsking { asked.wait() }
      return .now
    } bell: {
    }
    let held = Self.$isAsking.withValue(true) {
      (0...PlayerNameReader.mostQuestions).map { reader.advice(on: [.name("Nobody \($0)")]) }
    }
    asked.signal()
    #expect(held.dropLast().allSatisfy { $0 == nil })
    #expect(held.last == .some([]))
  }
}
