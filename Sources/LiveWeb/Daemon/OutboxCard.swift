internal import LiveCore
internal import LiveModel

/// Waiting messages and dead letters, for the template `daemon/outbox`.
struct OutboxCard: Sendable {
  /// `3 wait, 1 given up`; nil for an empty outbox.
  var extent: String?
  /// The newest first.
  var messages: [Message]
  /// Facts that are in no message yet.
  var pending: [String]
  /// The text about what is not listed, or instead of a list.
  var rest: String?

  struct Message: Sendable {
    var words: String
    var mark: ReceiversCard.Mark
    /// `hook · CLE@SEA · status 503`.
    var about: String
    /// When it is tried again, or when it was given up.
    var verb: String
    var at: PageMoment
    /// The command that sends it again.
    var retry: String
    /// The command that removes it; nil while it waits.
    var drop: String?
  }

  /// Messages in the list.
  private static let most = 20

  /// Creates the card; without a listing, the log cannot be read.
  init(_ listing: OutboxListing?, _ sinks: [SinkListing.Entry], _ viewer: DaemonViewer) {
    (messages, pending) = ([], [])
    guard let listing else {
      rest = "The outbox cannot be read."
      return
    }
    let waiting = listing.entries.count { $0.state == .waiting }
    let dead = listing.entries.count - waiting
    extent = [waiting > 0 ? "\(waiting) wait" : nil, dead > 0 ? "\(dead) given up" : nil].compactMap(\.self)
      .joined(separator: ", ")
    if waiting == 1 { extent = extent?.replacing("1 wait", with: "1 waits", maxReplacements: 1) }
    if extent?.isEmpty == true { extent = nil }
    messages = listing.entries.suffix(Self.most).reversed().map { Message($0, viewer) }
    pending = listing.pending.sorted { $0.key < $1.key }.filter { $0.value > 0 }.map { name, count in
      let reason = sinks.first { $0.name == name }?.reasonToWait(viewer.text)
      return "\(name): \(count.counted("play")) not sent yet" + (reason.map { ", \($0)" } ?? "")
    }
    if messages.isEmpty, pending.isEmpty {
      rest = "No message waits, and none was given up."
    } else if listing.entries.count > Self.most || listing.more {
      rest = "These are the newest \(Self.most). All are printed by ‘livegamed outbox list’."
    }
  }
}

extension OutboxCard.Message {
  init(_ entry: OutboxListing.Entry, _ viewer: DaemonViewer) {
    let isDead = entry.state == .dead
    let more = entry.facts > 1 ? " and \(entry.facts - 1) more" : ""
    let play = viewer.hidesPlays ? nil : entry.summary
    let first = more.isEmpty || play?.hasSuffix(".") != true ? play : play.map { String($0.dropLast()) }
    words =
      entry.about.map { "Notice about “\($0)”" } ?? first.map { $0 + more }
      ?? "\(entry.facts.counted("event")) of a game"
    mark =
      isDead
      ? ReceiversCard.Mark("given up", "hot")
      : entry.attempts == 0
        ? ReceiversCard.Mark("waiting")
        : ReceiversCard.Mark("\(entry.attempts.counted("attempt")) failed", "warn")
    about = [entry.sink, entry.subject, entry.error].compactMap(\.self).joined(separator: " · ")
    verb = isDead ? "given up" : "due"
    at = viewer.moment(isDead ? entry.changed : entry.due)
    retry = "sudo livegamed outbox retry \(entry.number)"
    drop = isDead ? "sudo livegamed outbox drop \(entry.number)" : nil
  }
}
