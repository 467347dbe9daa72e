@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A chat sink that writes its content in plain words, such as `news 1/a@1, 1/b@1` or `edit m1: 1/a@2`, and answers
/// by script.
final class ChatSink: Sink {
  let name: String
  let traits: SinkTraits
  private let sent = Locked<[String]>([])
  private let count = LogTail(newest: 0)
  private let script: @Sendable (_ text: String, _ number: Int) -> Answer

  /// Creates the sink. `number` counts the attempts from 1. Without a script every message is accepted, with the
  /// handle `m` and the number.
  init(
    _ name: String = "chat", traits: SinkTraits = SinkTraits(audience: .people, canEdit: true, capacity: 3),
    script: (@Sendable (_ text: String, _ number: Int) -> Answer)? = nil
  ) {
    (self.name, self.traits) = (name, traits)
    let handles = traits.canEdit
    self.script =
      script ?? { text, number in
        .accepted(Receipt(handle: handles ? MessageHandle(rawValue: "m\(number)") : nil))
      }
  }

  var texts: [String] { sent.withLock { $0 } }

  func whenSent(_ number: Int) async { _ = await count.past(number - 1) }

  func compose(_ content: MessageContent) throws(Fault) -> Message {
    let names = content.deliverables.map { Self.names($0.event) }.joined(separator: ", ")
    switch content {
    case .news(_, let thread):
      return Message(
        body: Array("news\(thread.map { " in \($0.rawValue)" } ?? "") \(names)".utf8), thread: thread)
    case .correction(_, let thread): return Message(body: Array("correction \(names)".utf8), thread: thread)
    case .edit(_, let handle):
      return Message(body: Array("edit \(handle.rawValue): \(names)".utf8), edits: handle)
    case .digest: return Message(body: Array("digest \(names)".utf8))
    case .scoreboard(_, let handle): return Message(body: Array("board \(names)".utf8), edits: handle)
    case .notice(let text): return Message(body: Array("notice \(text)".utf8))
    }
  }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    let text = String(decoding: message.body, as: UTF8.self)
    let number = sent.withLock { sent in
      sent.append(text)
      return sent.count
    }
    let answer = script(text, number)
    count.publish(number)
    return answer
  }

  private static func names(_ event: Event) -> String {
    "\(SampleEvents.label(event.data.fact))@\(event.data.revision)\(event.data.retracted ? " gone" : "")"
  }
}
