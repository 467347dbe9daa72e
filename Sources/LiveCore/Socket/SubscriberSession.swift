/// One client's side of the protocol, without its socket: bytes, pages of the log and the time come in, bytes and needs
/// go out. Times count from any fixed instant.
struct SubscriberSession: Sendable {
  /// How the connection goes on.
  enum Ending: Equatable, Sendable {
    case open
    /// It is over as soon as the output has gone.
    case afterOutput
    /// It is over after one more attempt to send, whatever the client takes.
    case now
  }

  enum Phase: Equatable, Sendable {
    /// Silent so far; subscribed when the time comes.
    case silent(until: Duration)
    /// It has spoken, but not subscribed.
    case unsubscribed
    case subscribed

    var isSilent: Bool {
      if case .silent = self { true } else { false }
    }
  }

  let log: LogID
  let options: SocketOptions
  var output: SocketOutput
  var phase: Phase
  var filter = EventFilter()
  /// All up to here has been put out, or did not pass the filter.
  private(set) var cursor: Int
  private(set) var ending = Ending.open
  /// Why we ended it; nil when we did not.
  private(set) var closeReason: Reply.CloseReason?
  private var requests: LineSplitter
  private var hasInputEnded = false
  /// The head of the log when the client subscribed: past it, it is told that it is up to date.
  private var backlog: (end: Int, id: RequestID?)?
  private var lastSaid: Duration
  private var lastTaken: Duration

  init(log: LogID, extent: EventLog.Extent, options: SocketOptions, now: Duration) {
    (self.log, self.options, cursor) = (log, options, extent.newest)
    output = SocketOutput(limit: options.outputBytes)
    requests = LineSplitter(limit: options.requestBytes)
    phase = .silent(until: now + options.grace)
    (lastSaid, lastTaken) = (now, now)
    say(.hello(log: log, extent: extent), at: now)
  }

  /// Puts a control line out. `loss` is the first sequence that it says is missing, for it must not go missing itself.
  mutating func say(_ reply: Reply, for id: RequestID? = nil, loss: Int? = nil, at now: Duration) {
    put(reply.line(for: id), sequence: loss, at: now)
  }

  private mutating func put(_ line: [UInt8], sequence: Int?, newline: Bool = false, at now: Duration) {
    if output.isEmpty { lastTaken = now }
    output.append(line, sequence: sequence, newline: newline)
    lastSaid = now
  }
}

extension SubscriberSession {
  /// More may be read from the client: what came before has been answered, and there is room for answers.
  var wantsInput: Bool {
    ending == .open && !hasInputEnded && output.hasRoom && !requests.hasNext
  }

  mutating func received(_ bytes: [UInt8]) { requests.append(bytes) }

  /// The client has ended its sending. That does not end its subscription.
  mutating func inputEnded() {
    hasInputEnded = true
    requests.end()
  }

  /// A request waits, and its answer has room.
  var hasRequest: Bool { ending == .open && output.hasRoom && requests.hasNext }

  /// The next request as soon as its answer has room; nil when there is none.
  mutating func nextRequest() -> LineSplitter.Piece? { hasRequest ? requests.next() : nil }

  /// Stands at another place of the log from now on.
  mutating func subscribe(after cursor: Int, newest: Int, id: RequestID? = nil, at now: Duration) {
    output.forgetSequences()
    (self.cursor, phase, backlog) = (cursor, .subscribed, (newest, id))
    tellWhenSynced(at: now)
  }

  private mutating func tellWhenSynced(at now: Duration) {
    guard let backlog, cursor >= backlog.end else { return }
    self.backlog = nil
    say(.synced(sequence: cursor), for: backlog.id, at: now)
  }

  /// The cursor after which it needs a page of the log; nil when it needs none, or has no room for one.
  func need(newest: Int) -> Int? {
    ending == .open && phase == .subscribed && cursor < newest && output.hasRoom ? cursor : nil
  }

  /// Puts out what a page holds for it, as far as there is room, and says so when events are missing.
  mutating func take(_ page: inout LogPage, newest: Int, at now: Duration) {
    if page.events.isEmpty { tellPruned(upTo: newest, at: now) }
    for position in page.position(after: cursor)..<page.events.count {
      guard output.hasRoom else { break }
      let event = page.events[position]
      tellPruned(upTo: event.sequence - 1, at: now)
      if page.passes(filter, at: position) { put(event.line, sequence: event.sequence, newline: true, at: now) }
      cursor = event.sequence
    }
    tellWhenSynced(at: now)
  }

  private mutating func tellPruned(upTo last: Int, at now: Duration) {
    guard cursor < last else { return }
    let missing = cursor + 1...last
    say(.gap(.init(reason: .pruned, missing: missing, after: last)), loss: missing.lowerBound, at: now)
    cursor = last
  }
}

extension SubscriberSession {
  /// Nothing is left to do for it.
  var isOver: Bool { ending == .now || (ending == .afterOutput && output.isEmpty) }

  /// The kernel has taken so many bytes of the output.
  mutating func sent(_ count: Int, at now: Duration) {
    guard count > 0 else { return }
    output.sent(count)
    lastTaken = now
  }

  /// When `tick` has something to do next; nil when it has not.
  var deadline: Duration? {
    let stall = output.isEmpty ? nil : lastTaken + options.stall
    switch phase {
    case _ where ending != .open: return stall
    case .silent(let end): return min(end, stall ?? end)
    case .unsubscribed: return stall ?? (hasInputEnded ? lastSaid : nil)
    case .subscribed: return stall ?? lastSaid + options.heartbeat
    }
  }

  /// Does what its time has come for.
  mutating func tick(newest: Int, at now: Duration) {
    if case .silent(let end) = phase, end <= now, ending == .open { subscribe(after: cursor, newest: newest, at: now) }
    if !output.isEmpty, lastTaken + options.stall <= now { cut(.slow, at: now) }
    guard ending == .open, output.isEmpty else { return }
    if phase == .unsubscribed, hasInputEnded, !requests.hasNext { close(.idle, at: now) }
    if phase == .subscribed, lastSaid + options.heartbeat <= now { say(.heartbeat(sequence: cursor), at: now) }
  }

  /// Ends it behind what is already put out.
  mutating func close(_ reason: Reply.CloseReason, at now: Duration) {
    guard ending == .open else { return }
    say(.closed(reason, resumeAfter: cursor), at: now)
    (ending, closeReason) = (.afterOutput, reason)
  }

  /// Ends it at once: what has not gone yet is dropped and counts as not sent.
  mutating func cut(_ reason: Reply.CloseReason, at now: Duration) {
    let resumeAfter = output.cut().map { $0 - 1 } ?? cursor
    say(.closed(reason, resumeAfter: resumeAfter), at: now)
    (ending, closeReason) = (.now, reason)
  }
}
