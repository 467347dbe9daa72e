import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

@Suite struct RelevanceTests {
  private let start = Timestamp(seconds: 1_720_838_400)

  private func fault(_ status: Int) -> FeedFault {
    FeedFault(UnexpectedAnswer(head: HTTPResponseHead(status: status), league: .mlb), asking: "http://x/")
  }

  @Test(arguments: [404, 410])
  func aMissingGameIsLeftAfterTenAnswersInARow(status: Int) {
    var relevance = Relevance(at: start)
    for _ in 0..<9 { relevance.failed(fault(status)) }
    relevance.failed(fault(503))
    for _ in 0..<9 { relevance.failed(fault(status)) }
    #expect(relevance.reasonToLeave(at: start) == nil)
    relevance.failed(fault(status))
    #expect(relevance.reasonToLeave(at: start) != nil)
  }

  @Test func aGameThatDoesNotChangeForADayIsLeft() {
    var relevance = Relevance(at: start)
    relevance.answered(PollHints(phase: .suspended, revision: start), at: start)
    relevance.answered(PollHints(phase: .suspended, revision: start), at: start + .seconds(86_399))
    #expect(relevance.reasonToLeave(at: start + .seconds(86_399)) == nil)
    #expect(relevance.reasonToLeave(at: start + .seconds(86_400)) != nil)
    relevance.answered(PollHints(phase: .live, revision: start + .seconds(1)), at: start + .seconds(86_400))
    #expect(relevance.reasonToLeave(at: start + .seconds(86_400)) == nil)
  }
}
