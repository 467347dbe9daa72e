/// One client's side of the protocol, without its socket: bytes, places in the log and the time come in, bytes and
/// needs go out. Times count from any fixed instant.
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

  /// A line that is said when all up to a sequence has been put out.
  struct Barrier: Sendable {
    var sequence: Int
    var reply: Reply
    var id: RequestID?
  }

  let log: LogID
  let options: SocketOptions
  private(set) var output: SocketOutput
  var phase: Phase
  var filter = EventFilter()
  /// All up to here has been put out, or did not pass the filter.
  private(set) var cursor: Int
  /// The kernel takes nothing until it says so.
  private(set) var isBlocked = false
  var ending = Ending.open
  /// Why we ended it; nil when we did not.
  var closeReason: Reply.CloseReason?
  /// Requests in a row that were not understood.
  var misunderstandings = 0
  private var requests: LineSplitter
  /// A request whose answer is not ready.
  private var unanswered: LineSplitter.Piece?
  /// Its answer is being read from the log.
  private(set) var isAwaitingAnswer = false
  private(set) var hasInputEnded = false
  /// Since when a request waits for its end.
  private(set) var halfSince: Duration?
  private var barriers: [Barrier] = []
  private(set) var lastSaid: Duration
  private(set) var lastTaken: Duration
  /// How many bytes the log had got when the client was last up to date.
  private(set) var lagStart = 0

  /// Barriers that may stand before a client at once.
  private static let mostBarriers = 16

  /// - Parameters:
  ///   - log: of the daemon.
  ///   - extent: of the log, as far as it is known to the server.
  ///   - options: the bounds.
  ///   - now: when it connected.
  init(log: LogID, extent: EventLog.Extent, options: SocketOptions, now: Duration) {
    (self.log, self.options, cursor) = (log, options, extent.newest)
    output = SocketOutput(limit: options.outputBytes)
    requests = LineSplitter(limit: options.requestBytes)
    phase = .silent(until: now + options.grace)
    (lastSaid, lastTaken) = (now, now)
    say(.hello(log: log, extent: extent), at: now)
  }

  /// Puts a control line out.
  mutating func say(_ reply: Reply, for id: RequestID? = nil, at now: Duration) { put(reply.line(for: id), at: now) }

  private mutating func put(_ bytes: some Collection<UInt8>, at now: Duration) {
    if !isWaiting { lastTaken = now }
    output.append(bytes)
    lastSaid = now
  }
}

extension SubscriberSession {
  /// More may be read from the client: what came before has been answered, and there is room for answers.
  var wantsInput: Bool { canAnswer && !hasInputEnded && unanswered == nil && !requests.hasNext }

  /// A request waits, and its answer has room.
  var hasRequest: Bool { canAnswer && !isAwaitingAnswer && (unanswered != nil || requests.hasNext) }

  private var canAnswer: Bool { ending == .open && output.hasRoom && barriers.count < Self.mostBarriers }

  mutating func received(_ bytes: [UInt8], at now: Duration) {
    requests.append(bytes)
    noteHalf(at: now)
  }

  /// It has begun to say something.
  var isSpeaking: Bool { requests.count > 0 }

  private mutating func noteHalf(at now: Duration) {
    halfSince = requests.count > 0 && !requests.hasNext ? halfSince ?? now : nil
  }

  /// The client has ended its sending. That does not end its subscription.
  mutating func inputEnded() {
    hasInputEnded = true
    requests.end()
  }

  /// The next request as soon as its answer has room; nil when there is none.
  mutating func nextRequest(at now: Duration) -> LineSplitter.Piece? {
    guard hasRequest else { return nil }
    if let request = unanswered {
      unanswered = nil
      return request
    }
    defer { noteHalf(at: now) }
    return requests.next()
  }

  /// Keeps a request, and takes no other one before it, until `askAgain`.
  mutating func wait(with request: LineSplitter.Piece) { (unanswered, isAwaitingAnswer) = (request, true) }

  /// The answer may be ready now.
  mutating func askAgain() { isAwaitingAnswer = false }

  /// No request waits, nor will one come.
  var hasSpoken: Bool { hasInputEnded && unanswered == nil && !requests.hasNext }
}

extension SubscriberSession {
  /// Something waits for the client to take it.
  var isWaiting: Bool { isBlocked || !output.isEmpty }

  /// The last sequence that it may be given now; nil when it needs nothing, or cannot take it.
  func goal(newest: Int) -> Int? {
    guard ending == .open, phase == .subscribed, !isWaiting, cursor < newest else { return nil }
    return min(newest, barriers.first?.sequence ?? newest)
  }

  /// It has got everything and waits for nothing but the next event.
  func isUpToDate(newest: Int) -> Bool {
    ending == .open && phase == .subscribed && !isWaiting && barriers.isEmpty && cursor == newest
  }

  /// The kernel has taken so many bytes of the output.
  mutating func sent(_ count: Int, at now: Duration) {
    output.sent(count)
    if output.isEmpty { lastTaken = now }
  }

  /// The kernel takes no more, or again.
  mutating func setBlocked(_ isBlocked: Bool, at now: Duration) {
    if isBlocked, !isWaiting { lastTaken = now }
    self.isBlocked = isBlocked
  }

  /// It reads, though too slowly to be given more.
  mutating func madeProgress(at now: Duration) { lastTaken = now }

  /// Returns the next lines of a block for this client; nil if there are none. Reports events that are gone before the
  /// block.
  mutating func nextBatch(of block: inout LineBlock, newest: Int, at now: Duration) -> LineBatch? {
    guard let goal = goal(newest: newest) else { return nil }
    guard cursor >= block.after else {
      tellPruned(upTo: min(goal, block.after), at: now)
      return nil
    }
    guard block.serves(cursor) else { return nil }
    return LineBatch(of: &block, after: cursor, through: min(goal, block.newest), for: filter)
  }

  /// The kernel has taken so many bytes of a batch; of a line that it broke, the rest is put out.
  mutating func took(_ taken: Int, of batch: LineBatch, in block: LineBlock, at now: Duration) {
    let place = batch.place(having: taken, of: block)
    if place.cursor > cursor { (cursor, lastTaken) = (place.cursor, now) }
    if taken > 0 { lastSaid = now }
    if !place.rest.isEmpty { put(place.rest, at: now) }
    passBarriers(at: now)
    if taken < batch.count { setBlocked(true, at: now) }
  }

  /// It was up to date until now.
  mutating func keptUp(with head: LineRing.Head, lastLine: Duration) {
    (cursor, lagStart, lastSaid) = (head.newest, head.streamed, max(lastSaid, lastLine))
  }

  /// Events up to `last` are gone from the log.
  private mutating func tellPruned(upTo last: Int, at now: Duration) {
    guard cursor < last else { return }
    say(.gap(.init(reason: .pruned, missing: cursor + 1...last, after: last)), at: now)
    cursor = last
    passBarriers(at: now)
  }

  /// Stands at another place of the log from now on.
  mutating func subscribe(after cursor: Int, head: LineRing.Head, id: RequestID? = nil, at now: Duration) {
    (self.cursor, phase, lagStart) = (cursor, .subscribed, head.streamed)
    // Barriers of an earlier subscription are void.
    barriers.removeAll { if case .synced = $0.reply { true } else { false } }
    barriers.append(Barrier(sequence: head.newest, reply: .synced(sequence: head.newest), id: id))
    passBarriers(at: now)
  }

  /// Says a line as soon as all up to `sequence` has been put out.
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
