import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct ShortPollsTests {
  private let start = Timestamp(seconds: 1_780_000_000)

  /// Returns the value after a whole answer at the start.
  private func known() -> ShortPolls<String> {
    var shorts = ShortPolls<String>()
    shorts.accepted("a", at: start)
    return shorts
  }

  @Test func theFirstRequestIsWhole() {
    #expect(ShortPolls<String>().base(at: start, speed: 1) == nil)
  }

  @Test func shortRequestsFollowAWholeAnswerForTwoMinutes() {
    var shorts = known()
    for second in stride(from: 10, to: 120, by: 10) {
      #expect(shorts.base(at: start + .seconds(second), speed: 1) != nil)
      shorts.unchanged("at \(second)")
      #expect(shorts.base(at: start + .seconds(second), speed: 1) == "at \(second)")
    }
    #expect(shorts.base(at: start + .seconds(120), speed: 1) == nil)
  }

  @Test func theTwoMinutesAreTheSources() {
    #expect(known().base(at: start + .seconds(2), speed: 60) == nil)
    #expect(known().base(at: start + .milliseconds(1900), speed: 60) == "a")
  }

  @Test func aChangeAsksForAWholeAnswerAtOnce() {
    var shorts = known()
    shorts.insufficient(isBlank: false)
    #expect(shorts.isWholeWanted && shorts.base(at: start, speed: 1) == nil)
    shorts.accepted("b", at: start)
    #expect(!shorts.isWholeWanted && shorts.base(at: start, speed: 1) == "b")
  }

  @Test func anAnswerWithoutAnOutlineIsFollowedByAWholeOne() {
    var shorts = known()
    shorts.accepted(nil, at: start)
    #expect(shorts.base(at: start, speed: 1) == nil && !shorts.isWholeWanted)
    shorts.accepted("b", at: start)
    shorts.unchanged(nil)
    #expect(shorts.base(at: start, speed: 1) == nil)
  }

  @Test func blankAnswersEndTheShortRequests() {
    var shorts = known()
    for _ in 1...ShortPolls<String>.mostBlanks {
      #expect(shorts.base(at: start, speed: 1) != nil)
      shorts.insufficient(isBlank: true)
      shorts.accepted("b", at: start)
    }
    #expect(shorts.base(at: start, speed: 1) == nil)
  }

  @Test func blankAnswersCountInARow() {
    var shorts = known()
    for number in 1...10 {
      shorts.insufficient(isBlank: true)
      shorts.accepted("b", at: start)
      if number.isMultiple(of: 2) { shorts.unchanged("b") } else { shorts.insufficient(isBlank: false) }
    }
    shorts.accepted("c", at: start)
    #expect(shorts.base(at: start, speed: 1) == "c")
  }

  @Test func afterAFailureTheNextRequestIsWhole() {
    var shorts = known()
    shorts.insufficient(isBlank: false)
    shorts.forget()
    #expect(shorts.base(at: start, speed: 1) == nil && !shorts.isWholeWanted)
  }
}
