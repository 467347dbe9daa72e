internal import LiveModel

/// Notices to the operator that a sink is disabled, which wait at the other sinks.
extension Outbox {
  /// Adds a plain-text notice about another sink to the waiting messages, in place of one about the same sink that still
  /// waits. `due` is in the time of the outbox, `now` is the wall clock.
  func notify(_ text: String, about subject: String, due: Timestamp, at now: Timestamp) async throws {
    let id = WebhookID(log: log.id, sink: sink, events: ["notice", String(due.milliseconds)])
    let draft = StoredMessage(
      lane: Self.noticeLane, id: id, message: Message(body: Array(text.utf8)), due: due,
      deadline: due + Retry.finalExpiry, about: subject)
    try await storeNotice(draft, at: now)
    log.notices.advance()
  }
}
