/// What a `code` of Discord's is about, with a status of 400 to 499.
///
/// Source: Discord API v10, "JSON Error Codes", "Rate Limits", "Threads".
enum DiscordError {
  static let table: [ServiceRefusal: Set<Int>] = [
    // Unknown message, cannot edit a message authored by another user.
    .target: [10_008, 50_005],
    // Unknown channel (a thread is one), unknown server, missing access, missing permissions; a forum that gets no
    // thread, a webhook that cannot make one, a service that cannot be used in a forum.
    .receiver: [10_003, 10_004, 50_001, 50_013, 220_001, 220_003, 220_004],
    // Cannot send in a forum channel, in a channel that is no text channel, or of this type; thread is archived; thread
    // is locked. A post opens an archived thread again, an edit does not.
    .closed: [40_058, 50_008, 50_024, 50_083, 160_005],
    // Unknown webhook, invalid webhook token.
    .account: [10_015, 50_027],
    // Explicit content, request entity too large, empty message, invalid form body, invalid JSON, blocked by a rule of
    // the server or as a harmful link.
    .message: [20_009, 40_005, 50_006, 50_035, 50_109, 200_000, 240_000],
    // Slow mode, limits of announcements, of the channel, of the server, of a service's resource.
    .tooMuch: [20_016, 20_022, 20_028, 20_029, 40_062],
  ]

  /// Too many edits of messages older than an hour. It comes with status 429, and is about the message alone.
  static let oldMessage = 30_046
  /// A longer wait for a message is not worth it: in the meantime people would read what is no longer so.
  static let longestEditWait: Duration = .seconds(60)

  /// What an operator can do about the commonest.
  static let hints: [Int: String] = [
    220_001: "set 'thread_id' to the forum post that is to have the messages",
    220_003: "set 'thread_id' to the thread that is to have the messages",
  ]

  /// Returns the class of an answer with a status of 400 to 499. `code` is nil where Discord did not write the body.
  static func refusal(_ status: Int, _ code: Int?) -> ServiceRefusal {
    switch status {
    // Ten thousand of these in ten minutes, and Discord shuts out the whole address.
    case 401: .account
    case 413: .message
    case 429: .tooMuch
    default: code.map { table.refusal(of: $0) } ?? .passing
    }
  }
}
