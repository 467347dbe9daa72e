import LiveModel
import Testing

@testable import LiveWeb

@Suite struct RequestAllowanceTests {
  private static let start = Timestamp(seconds: 1_784_070_300)

  /// Returns whether each of some requests is allowed, given as address and milliseconds since the start.
  private func answers(
    perSecond: Double, atOnce: Double, _ requests: [(address: String, milliseconds: Int)]
  ) -> [Bool] {
    var allowance = RequestAllowance(perSecond: perSecond, atOnce: atOnce)
    return requests.map { allowance.allows($0.address, at: Self.start + .milliseconds($0.milliseconds)) }
  }

  @Test func anAddressMayAskOftenAtOnceAndThenSteadily() {
    let times = [0, 0, 0, 400, 1000, 1000, 1000]
    let answers = answers(perSecond: 2, atOnce: 2, times.map { ("a", $0) })
    #expect(answers == [true, true, false, false, true, true, false])
  }

  @Test func addressesDoNotAffectEachOther() {
    #expect(answers(perSecond: 1, atOnce: 1, [("a", 0), ("b", 0), ("a", 0)]) == [true, true, false])
  }

  @Test func aClockThatIsSetBackGivesNothing() {
    #expect(answers(perSecond: 1, atOnce: 1, [("a", 0), ("a", -100_000)]) == [true, false])
  }

  @Test func manyAddressesAreStillAnswered() {
    let answers = answers(perSecond: 1, atOnce: 2, (0..<5000).map { ("\($0)", 0) })
    #expect(!answers.contains(false))
  }
}
