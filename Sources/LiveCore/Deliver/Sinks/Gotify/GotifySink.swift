internal import FoundationEssentials

/// Posts to an application of a Gotify server. What is posted there cannot be changed.
///
/// Source: Gotify's REST API, `POST /message`.
struct GotifySink: Sink {
  let name: String
  let traits = SinkTraits(audience: .people, capacity: 10)
  private let endpoint: Endpoint
  private let token: Secret
  private let wording: Wording

  /// The endpoint's URL is the server's, `token` that of an application. Throws `sink.bad-token`.
  init(name: String, endpoint: Endpoint, token: Secret, wording: Wording) throws(Fault) {
    guard token.reveal({ text in !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7e).contains($0) } }) else {
      throw Fault(
        .sinkBadToken, "the token holds what no token of Gotify does", at: .sink(name),
        hint: "copy it anew from the server's list of applications")
    }
    (self.name, self.endpoint, self.token, self.wording) = (name, endpoint, token, wording)
  }

  func compose(_ content: MessageContent) throws(Fault) -> MessagePayload {
    try MessagePayload(json: post(content), for: name)
  }

  func send(_ message: Message, at now: Timestamp) async -> Answer {
    let headers = [(name: "content-type", value: "application/json"), ("x-gotify-key", token.reveal(\.self))]
    let outcome = await endpoint.exchange(.post, message.body, headers: headers) {
      Endpoint.address("/message", of: $0)
    }
    switch outcome {
    case .failed(let answer): return answer
    case .replied(let reply): return classify(reply, at: now)
    }
  }

  /// The class of Gotify's `errorCode`. The server repeats statuses of 400 and above in it; for others the class is
  /// `passing`.
  ///
  /// Source: Gotify's `error/handler.go`, `auth/authentication.go`.
  static let table: [ServiceRefusal: Set<Int>] = [
    // No token, or the token of a client or of nobody.
    .account: [401, 403],
    // A field is missing, or the body cannot be read.
    .message: [400, 413],
  ]

  /// The shared table, but for what Gotify itself refuses.
  func classify(_ reply: Endpoint.Reply, at now: Timestamp) -> Answer {
    let members = JSONMembers(reply.body)
    let code = members.integer("errorCode")
    let complaint = code.flatMap { _ in members.text("errorDescription") ?? members.text("error") }
    let told = complaint.map { Array($0.utf8) } ?? reply.body
    let shared = Answer(unexplained: reply.head, excerpt: endpoint.excerpt(of: told, hiding: [token]), at: now)
    guard complaint != nil, code == reply.head.status, let reason = shared.reason,
      let refusal = code.map({ Self.table.refusal(of: $0) }), refusal != .passing
    else { return shared }
    return refusal.answer(isEdit: false, because: reason)
  }

  private func post(_ content: MessageContent) throws(Fault) -> Post {
    if case .edit = content { throw Fault(.sinkUnfitOccasion, "Gotify's messages cannot be changed", at: .sink(name)) }
    let bulletin = try ChatText(content, wording: wording, sink: name)
    return Post(
      title: Truncation(limit: Self.longestTitle, unit: .utf16).fit(bulletin.title),
      message: Truncation(limit: Self.longestText, unit: .utf16).text(bulletin.lines),
      priority: Self.priority(of: content), extras: bulletin.link.map(Post.Extras.init))
  }

  /// A phone shows no more, and Gotify states no limit.
  private static let longestText = 4096

  private static let longestTitle = 250

  /// Of Gotify's 0 to 10: from 4 on a phone makes a sound, from 8 on it insists.
  private static func priority(of content: MessageContent) -> Int {
    if case .notice = content { return 6 }
    return 2 * min(max(content.deliverables.map(\.event.data.importance).max() ?? 0, 0), 4)
  }

  private struct Post: Encodable {
    var title: String
    var message: String
    var priority: Int
    var extras: Extras?

    struct Extras: Encodable {
      var notification: Notification

      private enum CodingKeys: String, CodingKey { case notification = "client::notification" }

      struct Notification: Encodable {
        var click: Click

        struct Click: Encodable { var url: String }
      }

      /// A tap opens it.
      init(_ url: String) { notification = Notification(click: Notification.Click(url: url)) }
    }
  }
}

extension Fault.Code {
  static let sinkBadToken = Fault.Code("sink.bad-token")
}
