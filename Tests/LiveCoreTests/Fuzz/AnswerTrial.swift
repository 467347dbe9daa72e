@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// The body of a receiver's answer, whole or cut off, given to each kind of sink.
enum AnswerTrial {
  private static let now = Timestamp(seconds: 1_798_761_599)
  private static let endpoint = Endpoint(
    url: Secret("https://chat.example.org/bot/secret-of-a-sink"), timeout: .seconds(5), transport: SilentTransport())
  private static let telegram = try? TelegramSink(
    name: "tg", endpoint: endpoint, token: Secret("12345:token-of-a-bot"), chat: "-1001234", wording: Wording())
  private static let gotify = try? GotifySink(
    name: "gotify", endpoint: endpoint, token: Secret("token-of-gotify"), wording: Wording())

  private static let matrix = MatrixSink(
    name: "matrix", endpoint: endpoint, settings: MatrixSettings(token: Secret("token-of-matrix"), room: "!a:b.org"))

  /// Returns the violations for an input: its first byte selects the status, the rest is the body.
  static func faults(of input: [UInt8]) -> [String] {
    let status = HeaderTrial.statuses[Int(input.first ?? 0) % HeaderTrial.statuses.count]
    let reply = Endpoint.Reply(head: HTTPResponseHead(status: status), body: Array(input.dropFirst()))
    let excerpt = endpoint.excerpt(of: reply.body)
    var answers = [
      endpoint.answer(to: reply, at: now),
      SlackWebhook.classify(reply, excerpt: excerpt, at: now),
      NtfyAnswer.classify(reply, sequence: "seq", excerpt: excerpt, at: now),
    ]
    answers += gotify.map { [$0.classify(reply, at: now)] } ?? []
    for isEdit in [false, true] {
      answers.append(DiscordSink.classify(reply, excerpt: excerpt, edits: isEdit, at: now))
      answers.append(SlackAPI.classify(reply, isEdit: isEdit, at: now) { endpoint.excerpt(of: $0) })
      let target = isEdit ? MessageHandle(rawValue: "17") : nil
      answers.append(matrix.classify(reply, editing: target, at: now))
      answers += telegram.map { [$0.classify(reply, editing: target, at: now)] } ?? []
    }
    let faults = answers.flatMap(Bounds.faults)
    return faults + (excerpt.contains("secret-of-a-sink") ? ["the excerpt tells the address"] : []) + kept(answers)
  }

  /// The handle must survive storage in the log, so that the message can be edited.
  private static func kept(_ answers: [Answer]) -> [String] {
    answers.compactMap { answer in
      guard case .accepted(let receipt) = answer, let handle = receipt.handle else { return nil }
      return handle.rawValue.contains(where: \.isNewline) ? "a handle of several lines" : nil
    }
  }
}

/// A transport that sends nothing.
private struct SilentTransport: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    throw HTTPFault(kind: .refused, description: "nothing is sent")
  }
}
