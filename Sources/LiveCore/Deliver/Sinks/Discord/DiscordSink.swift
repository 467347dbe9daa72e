/// Posts to a Discord webhook, and changes what it posted when that is corrected.
///
/// Source: Discord API v10, "Webhook Resource".
struct DiscordSink: Sink {
  let name: String
  let traits: SinkTraits
  private let endpoint: Endpoint
  private let wording: Wording
  private let mode: SinkSettings.Mode
  private let threadID: String?

  /// `threadID`: of a thread in the webhook's channel; it goes before one in the URL.
  init(
    name: String, endpoint: Endpoint, wording: Wording = Wording(), mode: SinkSettings.Mode = .plays,
    threadID: String? = nil
  ) {
    (self.name, self.endpoint, self.wording) = (name, endpoint, wording)
    (self.mode, self.threadID) = (mode, threadID)
    traits = SinkTraits(
      audience: .people, canEdit: true, isScoreboard: mode == .scoreboard, capacity: DiscordMessage.mostEmbeds)
  }

  func compose(_ content: MessageContent) throws(Fault) -> MessagePayload {
    let drafts = drafts(content)
    guard !drafts.isEmpty else {
      throw Fault(.sinkUnfitOccasion, "there is nothing to tell", at: .sink(name))
    }
    return try MessagePayload(
      json: DiscordMessage(drafts, isSilent: Self.isSilent(content)), edits: content.edits, for: name)
  }

  func send(_ message: Message, at now: Timestamp) async -> Answer {
    let (thread, edits) = (threadID, message.edits)
    let headers = [(name: "content-type", value: "application/json")]
    let outcome = await endpoint.exchange(edits == nil ? .post : .patch, message.body, headers: headers) { url in
      let address = DiscordAddress(url, thread: thread)
      return edits.map(address.editing) ?? address.posting
    }
    switch outcome {
    case .failed(let answer): return answer
    case .replied(let reply):
      return Self.classify(reply, excerpt: endpoint.excerpt(of: reply.body), edits: edits != nil, at: now)
    }
  }

  private func drafts(_ content: MessageContent) -> [DiscordEmbed.FactDraft] {
    let embeds = DiscordEmbeds(wording: wording)
    return switch content {
    case .news(let deliverables, _): embeds.news(deliverables)
    case .correction(let deliverables, _): embeds.corrections(deliverables)
    case .edit(let deliverables, _): embeds.edits(deliverables)
    case .digest(let deliverables): embeds.digest(deliverables)
    case .scoreboard(let deliverables, _): embeds.scoreboard(deliverables)
    case .notice(let text): embeds.notice(text)
    }
  }

  /// What hardly matters is there to be read, not to ring.
  private static func isSilent(_ content: MessageContent) -> Bool {
    switch content {
    case .news(let deliverables, _), .correction(let deliverables, _):
      deliverables.allSatisfy { $0.event.data.importance <= 1 }
    // A change rings nobody, and takes no such flag.
    case .edit, .digest, .scoreboard, .notice: false
    }
  }
}

extension MessageContent {
  /// The message that is to be changed in place.
  fileprivate var edits: Receipt.Handle? {
    switch self {
    case .edit(_, let handle): handle
    case .scoreboard(_, let handle): handle
    case .news, .correction, .digest, .notice: nil
    }
  }
}
