import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct StatusClassTests {
  private let now = SampleEvents.start

  private static let exceptions: [Int: StatusClass] = [
    401: .refused, 403: .refused, 404: .refused, 408: .busy, 410: .gone, 425: .busy, 429: .busy,
  ]

  private static func expected(_ status: Int) -> StatusClass {
    exceptions[status] ?? [.busy, .accepted, .redirected, .badMessage, .busy][status / 100 - 1]
  }

  @Test(arguments: 100...599) func everyStatusHasItsClass(_ status: Int) {
    #expect(StatusClass(status) == Self.expected(status))
  }

  @Test func anInvalidStatusIsRetried() {
    #expect(StatusClass(0) == .busy && StatusClass(999) == .busy)
  }

  @Test(arguments: [
    (204, "accepted"), (302, "tryAgain"), (404, "tryAgain"), (503, "tryAgain"), (422, "badMessage"),
    (410, "deadEndpoint"),
  ])
  func eachClassBecomesAnAnswer(_ status: Int, _ name: String) {
    let answer = Answer(HTTPResponseHead(status: status), excerpt: "", at: now)
    #expect("\(answer)".hasPrefix(name))
    #expect(answer.reason.map { $0.text.hasPrefix("status \(status)") } ?? (status == 204))
  }

  @Test(arguments: [408, 425, 429, 500, 503]) func aBusyReceiverMayGiveATime(_ status: Int) {
    let answer = Answer(HTTPResponseHead(status: status, headers: ["retry-after": "7"]), excerpt: "later", at: now)
    #expect(
      answer == .slowDown(.seconds(7), .sink, Answer.Reason(cause: .status(status), text: "status \(status): 'later'")))
  }

  @Test(arguments: [200, 301, 404, 422, 410]) func otherClassesIgnoreRetryAfter(_ status: Int) {
    let plain = Answer(HTTPResponseHead(status: status), excerpt: "", at: now)
    #expect(Answer(HTTPResponseHead(status: status, headers: ["retry-after": "7"]), excerpt: "", at: now) == plain)
  }

  @Test func onlyAnUnreadableAddressIsADeadEndpoint() {
    for kind in [HTTPFault.Kind.unresolved, .refused, .unreachable, .tls, .timeout, .slow, .truncated, .broken] {
      let reason = Answer.Reason(cause: .network(kind), text: "x")
      #expect(Answer(HTTPFault(kind: kind, description: "x")) == .tryAgain(reason))
    }
    let reason = Answer.Reason(cause: .network(.badURL), text: "x")
    #expect(Answer(HTTPFault(kind: .badURL, description: "x")) == .deadEndpoint(reason))
  }
}
