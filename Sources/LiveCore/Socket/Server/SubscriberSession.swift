/// The protocol state of one client, without its socket. The input is bytes, positions in the log and the time; the
/// output is bytes and what to wait for. Times count from any fixed instant.
struct SubscriberSession: Sendable {
  /// Whether and how the connection ends.
  enum Ending: Equatable, Sendable {
    case open
    /// The connection ends as soon as the output is sent.
    case afterOutput
    /// The connection ends after one more attempt to send, even if the client does not take all output.
    case now
  }

  /// The state of the subscription.
  enum Phase: Equatable, Sendable {
    /// The client has sent no request; it is subscribed automatically at this time.
    case silent(until: Duration)
    /// The client has sent a request, but has not subscribed.
    case unsubscribed
    case subscribed

    var isSilent: Bool {
      if case .silent = self { true } else { false }
    }
  }

  /// A reply that is sent after all events up to a sequence.
  private struct Barrier: Sendable {
    var sequence: Int
    var reply: Reply
    var id: RequestID?
  }

  let log: LogID
  let options: SocketOptions
  private(set) var output: SocketOutput
  var phase: Phase
  var filter = EventFilter()
  /// All events up to this sequence have been queued or did not pass the filter.
  private(set) var cursor: Int
  /// Whether the kernel's send buffer is full.
  private(set) var isBlocked = false
  var ending = Ending.open
  /// The reason why the daemon closed the connection; nil when it did not.
  var closeReason: Reply.CloseReason?
  /// The number of invalid requests in a row.
  var badRequests = 0
  private var requests: LineSplitter
  /// A request that must be tried again, because its answer is not ready.
  private var unanswered: LineSplitter.Piece?
  /// Whether the answer to `unanswered` is being read from the log.
  private(set) var isAwaitingAnswer = false
  private var hasInputEnded = false
  /// The time since which an incomplete request waits for its newline.
  private var partialSince: Duration?
  private var barriers: [Barrier] = []
  private var lastSent: Duration
  private var lastProgress: Duration
  /// The value of `LineRing.Head.streamed` when the client was last up to date.
  private var lagStart = 0

  /// The maximum number of pending barriers of one client.
  private static let mostBarriers = 16

  /// Creates the session of a new connection, and queues its `hello` line.
  ///
  /// - Parameters:
  ///   - log: the id of the daemon's log.
  ///   - extent: the extent of the log as the server knows it.
  ///   - options: the limits.
  ///   - now: the time when the client connected.
  init(log: LogID, extent: EventLog.Extent, options: SocketOptions, now: Duration) {
    (self.log, self.options, cursor) = (log, options, extent.newest)
    output = SocketOutput(limit: options.outputBytes)
    requests = LineSplitter(limit: options.requestBytes)
    phase = .silent(until: now + options.grace)
    (lastSent, lastProgress) = (now, now)
    say(.hello(log: log, extent: extent), at: now)
  }

  /// Queues a control line.
  mutating func say(_ reply: Reply, for id: RequestID? = nil, at now: Duration) { put(reply.line(for: id), at: now) }

  private mutating func put(_ bytes: some Collection<UInt8>, at now: Duration) {
    if !isWaiting { lastProgress = now }
    output.append(bytes)
    lastSent = now
  }
}

extension SubscriberSession {
  /// Whether to read more from the client: all earlier requests are answered, and there is room for answers.
  var wantsInput: Bool { canAnswer && !hasInputEnded && unanswered == nil && !requests.hasNext }

  /// Whether a request can be answered now: one waits, and there is room for its answer.
  var hasRequest: Bool { canAnswer && !isAwaitingAnswer && (unanswered != nil || requests.hasNext) }

  private var canAnswer: Bool { ending == .open && output.hasRoom && barriers.count < Self.mostBarriers }

  mutating func received(_ bytes: [UInt8], at now: Duration) {
    requests.append(bytes)
    notePartial(at: now)
  }

  /// Whether received bytes wait that are not handled as a request yet.
  private var hasUnreadInput: Bool { requests.count > 0 || unanswered != nil }

  private mutating func notePartial(at now: Duration) {
    partialSince = requests.count > 0 && !requests.hasNext ? partialSince ?? now : nil
  }

  /// Records that the client has ended its sending. Its subscription continues.
  mutating func inputEnded() {
    hasInputEnded = true
    requests.end()
  }

  /// Returns the next request; nil when there is none or no room for its answer.
  mutating func nextRequest(at now: Duration) -> LineSplitter.Piece? {
    guard hasRequest else { return nil }
    if let request = unanswered {
      unanswered = nil
      return request
    }
    defer { notePartial(at: now) }
    return requests.next()
  }

  /// Keeps a request whose answer is not ready. No request is handled until `askAgain()`.
  mutating func hold(_ request: LineSplitter.Piece) { (unanswered, isAwaitingAnswer) = (request, true) }

  /// Lets the kept request be tried again, because its answer may be ready.
  mutating func askAgain() { isAwaitingAnswer = false }

  /// Whether all requests are handled and the client has ended its sending.
  private var isInputDone: Bool { hasInputEnded && unanswered == nil && !requests.hasNext }
}

extension SubscriberSession {
  /// Whether output waits for the client to read.
  var isWaiting: Bool { isBlocked || !output.isEmpty }

  /// Returns the last sequence that may be sent now; nil when the client is up to date, not subscribed, or blocked.
  func goal(newest: Int) -> Int? {
    guard ending == .open, phase == .subscribed, !isWaiting, cursor < newest else { return nil }
    return min(newest, barriers.first?.sequence ?? newest)
  }

  /// Returns whether the client has got everything and waits only for new events.
  func isUpToDate(newest: Int) -> Bool {
    ending == .open && phase == .subscribed && !isWaiting && barriers.isEmpty && cursor == newest
  }

  /// Records that the kernel has taken `count` bytes of the output.
  mutating func sent(_ count: Int, at now: Duration) {
    output.sent(count)
    if output.isEmpty { lastProgress = now }
  }

  /// Records whether the kernel's send buffer is full.
  mutating func setBlocked(_ isBlocked: Bool, at now: Duration) {
    if isBlocked, !isWaiting { lastProgress = now }
    self.isBlocked = isBlocked
  }

  /// Records that the client reads, though its send buffer is still full. This restarts the stall time.
  mutating func madeProgress(at now: Duration) { lastProgress = now }

  /// Returns the next batch from a block; nil when there is none for this client. If the cursor is before the start of
  /// the block, the events in between are removed from the log, and a gap is queued instead.
  mutating func nextBatch(of block: inout LineBlock, newest: Int, at now: Duration) -> LineBatch? {
    guard let goal = goal(newest: newest) else { return nil }
    guard cursor >= block.after else {
      reportPruned(upTo: min(goal, block.after), at: now)
      return nil
    }
    guard block.serves(cursor) else { return nil }
    return LineBatch(of: &block, after: cursor, through: min(goal, block.newest), for: filter)
  }

  /// Records that the kernel has taken `taken` bytes of a batch. The rest of a line that it took in part is queued.
  mutating func took(_ taken: Int, of batch: LineBatch, in block: LineBlock, at now: Duration) {
    let place = batch.place(having: taken, of: block)
    if place.cursor > cursor { (cursor, lastProgress) = (place.cursor, now) }
    if taken > 0 { lastSent = now }
    if !place.rest.isEmpty { put(place.rest, at: now) }
    passBarriers(at: now)
    if taken < batch.count { setBlocked(true, at: now) }
  }

  /// Records that the client was up to date up to `head`, and when its group got the last line.
  mutating func markUpToDate(with head: LineRing.Head, lastLine: Duration) {
    (cursor, lagStart, lastSent) = (head.newest, head.streamed, max(lastSent, lastLine))
  }

  /// Queues a gap for the events up to `last`, which are removed from the log.
  private mutating func reportPruned(upTo last: Int, at now: Duration) {
    guard cursor < last else { return }
    say(.gap(.init(reason: .pruned, missing: cursor + 1...last, after: last)), at: now)
    cursor = last
    passBarriers(at: now)
  }

  /// Begins a subscription after `cursor`. The `synced` line follows after the events up to the newest one.
  mutating func subscribe(
    after cursor: Int, head: LineRing.Head, id: RequestID? = nil, warnings: [String] = [], at now: Duration
  ) {
    (self.cursor, phase, lagStart) = (cursor, .subscribed, head.streamed)
    // The `synced` of a replaced subscription is not sent.
    barriers.removeAll { if case .synced = $0.reply { true } else { false } }
    barriers.append(Barrier(sequence: head.newest, reply: .synced(sequence: head.newest, warnings: warnings), id: id))
    passBarriers(at: now)
  }

  /// Queues a control line after all events up to `sequence`.
  mutating func say(_ reply: Reply, behind sequence: Int, for id: RequestID? = nil, at now: Duration) {
    barriers.append(Barrier(sequence: sequence, reply: reply, id: id))
    passBarriers(at: now)
  }

  private mutating func passBarriers(at now: Duration) {
    while let barrier = barriers.first, cursor >= barrier.sequence || phase != .subscribed {
      barriers.removeFirst()
      say(barrier.reply, for: barrier.id, at: now)
    }
  }
}

extension SubscriberSession {
  /// Whether the connection has ended.
  var isOver: Bool { ending == .now || (ending == .afterOutput && output.isEmpty) }

  /// Returns whether the client has taken nothing for `SocketOptions.stall` while output waits.
  func isStalled(at now: Duration) -> Bool { isWaiting && lastProgress + options.stall <= now }

  /// The time when `tick` has work next; nil when it has none.
  var deadline: Duration? {
    let untaken = isWaiting ? lastProgress + options.stall : nil
    guard ending == .open else { return untaken }
    let stall = [untaken, partialSince.map { $0 + options.stall }].compactMap(\.self).min()
    switch phase {
    case .silent(let end) where !hasUnreadInput: return min(end, stall ?? end)
    case .silent: return stall
    case .unsubscribed: return stall ?? (hasInputEnded ? lastSent : nil)
    case .subscribed: return stall ?? lastSent + options.heartbeat
    }
  }

  /// Returns whether the client has sent no request for so long that it is subscribed automatically.
  func isGraceOver(at now: Duration) -> Bool {
    guard ending == .open, case .silent(let end) = phase else { return false }
    return end <= now
  }

  /// Returns whether the client is more than `SocketOptions.lag` bytes behind. It must also have been behind for as
  /// many logged bytes, so that a subscriber to old events has time to catch up.
  private func isTooFarBehind(_ head: LineRing.Head) -> Bool {
    isWaiting && cursor < head.horizon && head.streamed - lagStart > options.lag
  }

  /// Handles all deadlines that have passed.
  mutating func tick(_ head: LineRing.Head, at now: Duration) {
    if isGraceOver(at: now), !hasUnreadInput { subscribe(after: cursor, head: head, at: now) }
    if isStalled(at: now) || isTooFarBehind(head) { cut(.slow, at: now) }
    if let partialSince, partialSince + options.stall <= now { refusePartial(at: now) }
    guard ending == .open, !isWaiting else { return }
    if phase == .unsubscribed, isInputDone { close(.idle, at: now) }
    // Send heartbeats up to 5 % early, so that one pass over all clients handles many of them.
    if phase == .subscribed, lastSent + options.heartbeat * 0.95 <= now { say(.heartbeat(sequence: cursor), at: now) }
  }

  /// Closes the connection after the output that is already queued.
  mutating func close(_ reason: Reply.CloseReason, at now: Duration) {
    guard ending == .open else { return }
    say(.closed(reason, resumeAfter: phase == .subscribed ? cursor : nil), at: now)
    (ending, closeReason) = (.afterOutput, reason)
  }

  /// Closes the connection now, after one more attempt to send the queued output.
  mutating func cut(_ reason: Reply.CloseReason, at now: Duration) {
    if ending == .open { say(.closed(reason, resumeAfter: phase == .subscribed ? cursor : nil), at: now) }
    (ending, closeReason) = (.now, closeReason ?? reason)
  }
}
