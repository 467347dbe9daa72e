import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// `explain` over a real socket.
@Suite(.timeLimit(.minutes(1))) struct ExplainRequestTests {
  private func ask(_ request: String, _ view: DaemonInfo = DaemonInfo()) async throws -> String {
    var options = SocketFixture.options
    options.view = view
    let answer = Locked("")
    try await SocketFixture.with(options, events: 2) { fixture in
      let client = try await fixture.client()
      try client.send(Array("\(request)\n".utf8))
      let line = try #require(try await client.next()).text
      answer.withLock { $0 = line }
    }
    return answer.withLock { $0 }
  }

  private static let event = "mlb/747175/5-top/pa/2/1@1"

  @Test(arguments: [#"{"op":"explain","sequence":2,"id":5}"#, #"{"op":"explain","event":"\#(event)","id":5}"#])
  func anEventIsExplained(request: String) async throws {
    var view = DaemonInfo()
    view.explain = { record in
      var explanation = EventExplanation(record, configuration: .changed)
      var phone = SinkOutcome("phone", .notRouted)
      let finding = SinkOutcome.Finding(key: "tags", wants: "final", has: "hit")
      phone.routes = [
        SinkOutcome.Route(number: 2, place: "a.yaml:4:5", decision: "does_not_match", outcome: nil, unmet: [finding])
      ]
      var family = SinkOutcome("family", .sent)
      (family.at, family.message, family.plays) = (NumberedEvents.time, "1312", 2)
      explanation.sinks = [family, phone]
      return explanation
    }
    #expect(
      try await ask(request, view)
        == #"{"op":"explain","sequence":2,"event":"\#(Self.event)","subject":"TOR@AZ","summary":"Somebody singles.","#
        + #""logged":"2024-07-13T03:11:42.000Z","revisions":[{"change":"new","revision":1,"sequence":2}],"#
        + #""configuration":"changed","sinks":[{"at":"2024-07-13T03:11:42.000Z","message":"1312","outcome":"sent","#
        + #""plays":2,"sink":"family"},{"outcome":"not_routed","routes":[{"decision":"does_not_match","number":2,"#
        + #""place":"a.yaml:4:5","unmet":[{"has":"hit","key":"tags","wants":"final"}]}],"sink":"phone"}],"id":5}"#)
  }

  @Test(arguments: [#"{"op":"explain","sequence":3}"#, #"{"op":"explain","event":"mlb/1/x@1"}"#])
  func anEventThatTheLogDoesNotHoldIsUnknown(request: String) async throws {
    let line = try await ask(request)
    #expect(line.hasPrefix(#"{"op":"error","code":"unknown_event","message":"the log holds no event "#))
  }

  @Test func theClientReadsTheAnswer() async throws {
    try await SocketFixture.with(events: 2) { fixture in
      let client = try await fixture.client()
      let explanation = try EventExplanation(try await client.explanation(of: "2"))
      #expect(explanation.sequence == 2 && explanation.event == Self.event && explanation.sinks.isEmpty)
      #expect(try EventExplanation(try await client.explanation(of: Self.event)) == explanation)
      let fault = await #expect(throws: Fault.self) { try await client.explanation(of: "9") }
      #expect(fault?.code == .socketNoEvent)
    }
  }
}
