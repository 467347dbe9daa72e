import WireSchema

@testable import LiveCore

/// Events as sinks get them.
enum SampleTellings {
  static func deliverable(
    _ summary: String, game: Int = 1, importance: Int = 2, score: Score? = .zero, retracted: Bool = false
  ) -> DeliverableEvent {
    var event = SampleEvents.event("a", game: game)
    event.data.summary = summary
    event.data.importance = importance
    event.data.score = score
    event.data.retracted = retracted
    return DeliverableEvent(event: event, line: Array("{}".utf8))
  }

  static func news(_ summaries: String...) -> MessageContent { .news(summaries.map { deliverable($0) }, thread: nil) }

  /// With the line that the log would hold.
  static func logged(_ event: Event = SampleEvents.event("a")) throws -> DeliverableEvent {
    DeliverableEvent(event: event, line: try WireFormat.line(of: event))
  }

  static func reply(_ status: Int, _ body: String = "", headers: [String: String] = [:]) -> Endpoint.Reply {
    Endpoint.Reply(head: HTTPResponseHead(status: status, headers: headers), body: Array(body.utf8))
  }
}
