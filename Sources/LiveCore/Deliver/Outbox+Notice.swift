internal import LiveModel

extension Outbox {
  /// Adds a plain-text notice to the waiting messages. `due` is in the time of the outbox, `now` is the wall clock.
  func notify(_ text: String, due: Timestamp, at now: Timestamp) async throws {
    let id = WebhookID(log: log.id, sink: sink, events: ["notice", String(due.milliseconds)])
    let draft = StoredMessage(
      lane: Self.noticeLane, id: id, message: Message(body: Array(text.utf8)), due: due,
      deadline: due + Retry.finalExpiry)
    _ = try await store(draft, at: now)
    log.notices.advance()
  }
}
