internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform

/// Posts to an application of a Gotify server. Gotify cannot edit messages.
///
/// Source: Gotify REST API, `POST /message`.
struct GotifySink: Sink {
  let name: String
  let traits = SinkTraits(audience: GotifySettings.audience, capacity: 10)
  private let endpoint: Endpoint
  private let token: Secret
  private let wording: Wording

  /// The URL of `endpoint` is the server, `token` belongs to an application. Throws `sink.bad-token`.
  init(name: String, endpoint: Endpoint, token: Secret, wording: Wording) throws(Fault) {
    guard token.reveal({ text in !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7e).contains($0) } }) else {
      throw Fault(
        .sinkBadToken, "this is not the token of a Gotify application", at: .sink(name),
        hint: "copy it again from the server's list of applications")
    }
    (self.name, self.endpoint, self.token, self.wording) = (name, endpoint, token, wording)
  }

  func compose(_ content: MessageContent) throws(Fault) -> Message {
    try Message(json: post(content), for: name)
  }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    let headers = [(name: "content-type", value: "application/json"), ("x-gotify-key", token.reveal(\.self))]
    let outcome = await endpoint.exchange(.post, message.body, headers: headers) {
      Endpoint.address("/message", of: $0)
    }
    switch outcome {
    case .failed(let answer): return answer
    case .replied(let reply): return classify(reply, at: now)
    }
  }

  /// Classifies a Gotify `errorCode`, which repeats a status of 400 or above. Any other code is `passing`.
  ///
  /// Source: Gotify's `error/handler.go`, `auth/authentication.go`.
  static let table: [ServiceRefusal: Set<Int>] = [
    // No token, the token of a client, or an unknown token.
    .account: [401, 403],
    // A field is missing, or the body is unreadable.
    .message: [400, 413],
  ]

  /// Classifies a reply. Uses the shared classification unless Gotify itself states an error.
  func classify(_ reply: Endpoint.Reply, at now: Timestamp) -> Answer {
    let members = JSONMembers(reply.body)
    let code = members.integer("errorCode")
    let complaint = code.flatMap { _ in members.text("errorDescription") ?? members.text("error") }
    let errorText = complaint.map { Array($0.utf8) } ?? reply.body
    let shared = Answer(unexplained: reply.head, excerpt: endpoint.excerpt(of: errorText, hiding: [token]), at: now)
    guard complaint != nil, code == reply.head.status, let reason = shared.reason,
      let refusal = code.map({ Self.table.refusal(of: $0) }), refusal != .passing
    else { return shared }
    return refusal.answer(isEdit: false, because: reason)
  }

  private func post(_ content: MessageContent) throws(Fault) -> Post {
    if case .edit = content { throw Fault(.sinkUnfitOccasion, "Gotify cannot edit messages", at: .sink(name)) }
    let chat = try ChatText(content, wording: wording, sink: name)
    return Post(
      title: Truncation(limit: Self.longestTitle, unit: .utf16).fit(chat.title),
      message: Truncation(limit: Self.longestText, unit: .utf16).text(chat.lines),
      priority: priority(of: content), extras: (chat.page?.url).map(Post.Extras.init))
  }

  /// Limits of this sink: Gotify documents none, and a phone does not show more.
  private static let longestText = 4096

  private static let longestTitle = 250

  /// Returns a priority from 0 to 8 of Gotify's 0 to 10. A phone makes a sound from 4 on, and a persistent alert from 8
  /// on.
  private func priority(of content: MessageContent) -> Int {
    if case .notice = content { return 6 }
    return 2 * min(max(wording.importance(of: content) ?? 0, 0), 4)
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

      /// Opens the URL on a tap.
      init(_ url: String) { notification = Notification(click: Notification.Click(url: url)) }
    }
  }
}
