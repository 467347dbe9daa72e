import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct ShortPollsTests {
  private let start = Timestamp(seconds: 1_780_000_000)

  /// Returns the value after a whole answer at the start.
  private func known() -> ShortPolls<String> {
    var shorts = ShortPolls<String>()
    shorts.accepted(.init(snapshot: "a", isWhole: true), at: start)
    return shorts
  }

  @Test func theFirstRequestIsWhole() {
    #expect(ShortPolls<String>().base(at: start, speed: 1) == nil)
  }

  @Test func aWholeAnswerIsContinuedForAMinute() {
    var shorts = known()
    for second in stride(from: 10, to: 60, by: 10) {
      let now = start + .seconds(second)
      #expect(shorts.base(at: now, speed: 1) != nil)
      guard let completed = shorts.completed(.continued("at \(second)")) else { return #expect(Bool(false)) }
      #expect(!completed.isWhole)
      shorts.accepted(completed, at: now)
      #expect(shorts.base(at: now, speed: 1) == "at \(second)")
    }
    #expect(shorts.base(at: start + .seconds(60), speed: 1) == nil)
  }

  @Test func theMinuteIsTheSources() {
    #expect(known().base(at: start + .seconds(2), speed: 60) == nil)
    #expect(known().base(at: start + .milliseconds(900), speed: 60) == "a")
  }

  @Test func aChangeAsksForAWholeAnswerAtOnce() {
    var shorts = known()
    #expect(shorts.completed(.changed) == nil)
    #expect(shorts.isWholeWanted && shorts.base(at: start, speed: 1) == nil)
    shorts.accepted(.init(snapshot: "b", isWhole: true), at: start)
    #expect(!shorts.isWholeWanted && shorts.base(at: start, speed: 1) == "b")
  }

  @Test func anUnaskedWholeAnswerIsWhole() {
    var shorts = known()
    let later = start + .seconds(50)
    guard let completed = shorts.completed(.whole("b")) else { return #expect(Bool(false)) }
    #expect(completed.isWhole)
    shorts.accepted(completed, at: later)
    #expect(shorts.base(at: later + .seconds(50), speed: 1) == "b")
  }

  @Test func blankAnswersEndTheShortRequests() {
    var shorts = known()
    for number in 1...ShortPolls<String>.mostBlanks {
      #expect(shorts.base(at: start, speed: 1) != nil)
      #expect(shorts.completed(.blank) == nil)
      shorts.accepted(.init(snapshot: "\(number)", isWhole: true), at: start)
    }
    #expect(shorts.base(at: start, speed: 1) == nil)
  }

  @Test func blankAnswersCountInARow() {
    var shorts = known()
    for _ in 1...10 {
      #expect(shorts.completed(.blank) == nil)
      #expect(shorts.completed(.changed) == nil)
      shorts.accepted(.init(snapshot: "b", isWhole: true), at: start)
    }
    #expect(shorts.base(at: start, speed: 1) == "b")
  }

  @Test func afterAFailureTheNextRequestIsWhole() {
    var shorts = known()
    shorts.forget()
    #expect(shorts.base(at: start, speed: 1) == nil && !shorts.isWholeWanted)
  }
}
