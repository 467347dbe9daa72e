extension Outbox {
  /// Adds a plain-text notice to the waiting messages. `due` is in the time of the outbox, `now` is the wall clock.
  func notify(_ text: String, due: Timestamp, at now: Timestamp) async throws {
    let id = WebhookID(log: log.id, sink: sink, events: ["notice", String(due.milliseconds)])
    let draft = StoredMessage(
      number: 0, lane: Self.noticeLane, id: id.rawValue, event: nil, body: Array(text.utf8), edits: nil, due: due,
      deadline: due + Retry.finalExpiry, attempts: 0, error: nil)
    _ = try await store(draft, at: now)
    log.notices.advance()
  }
}
