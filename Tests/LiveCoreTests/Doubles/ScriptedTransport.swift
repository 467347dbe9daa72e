import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// An HTTP transport that answers by script and records the requests. An event that is sent over it must have the
/// wire format.
final class ScriptedTransport: HTTPTransport {
  enum Reply: Sendable {
    case status(Int, headers: [String: String] = [:], body: String = "")
    case fault(HTTPFault)
    /// The receiver gets the request and never answers.
    case pause
    /// Answers 200 after `release()` or after the cancellation of the task, as if the answer was already in flight.
    case held
    /// The head and a body of this many bytes, then the end of the connection.
    case broken(Int, bytes: Int)
  }

  private let script: @Sendable (_ request: HTTPRequest, _ number: Int) -> Reply
  private let asked = Locked<[HTTPRequest]>([])
  private let count = LogTail(newest: 0)
  private let gate = LogTail(newest: 0)

  /// Creates the transport; `number` counts the requests from 1.
  init(_ script: @escaping @Sendable (_ request: HTTPRequest, _ number: Int) -> Reply) { self.script = script }

  /// Answers with the replies in order, then always with the last one.
  convenience init(_ replies: Reply...) { self.init { _, number in replies[min(number, replies.count) - 1] } }

  var requests: [HTTPRequest] { asked.withLock { $0 } }

  /// The labels of the sent events in order: `1/a` is event `a` of game 1.
  var sent: [String] { requests.map(\.label) }

  func whenAsked(_ number: Int) async { _ = await count.past(number - 1) }

  func release() { gate.publish(1) }

  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    if request.header("content-type")?.hasPrefix(WireFormat.mediaType) == true { WireFormat.check(request.body) }
    let number = asked.withLock { asked in
      asked.append(request)
      return asked.count
    }
    let reply = script(request, number)
    count.publish(number)
    switch reply {
    case .status(let status, let headers, let text):
      let head = HTTPResponseHead(status: status, headers: headers)
      let bytes = Array(text.utf8)
      if !bytes.isEmpty { try body(head, bytes.span) }
      return head
    case .fault(let fault): throw fault
    case .pause:
      _ = await LogTail(newest: 0).past(0)
      throw CancellationError()
    case .held:
      _ = await gate.past(0)
      return HTTPResponseHead(status: 200)
    case .broken(let status, let bytes):
      let head = HTTPResponseHead(status: status)
      if bytes > 0 { try body(head, [UInt8](repeating: 0x41, count: bytes).span) }
      throw HTTPFault(kind: .truncated, description: "answer ended", head: head)
    }
  }
}

extension HTTPRequest {
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  var label: String {
    (try? CloudEvent(line: body)).map { SampleEvents.label($0.event.data.fact) } ?? "unreadable"
  }
}
