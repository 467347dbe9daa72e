internal import WireSchema

@testable import LiveCore
@testable import LiveModel

/// The input of a client, as the fuzzer and the tests of its corpus feed it to a session, with checks of the answers.
/// The first four bytes set the sizes of the pieces in which input and output are transferred.
struct SocketDialogue {
  /// Violations, in words.
  private(set) var faults: [String] = []
  /// The `op` of each control line, in order.
  private(set) var answers: [String] = []
  /// The `id` of each control line.
  private var ids: [JSONValue?] = []
  private var session: SubscriberSession
  private var block = LineBlock(Self.events)
  private var sizes: PieceSizes
  /// Requests that the session must still return, the first one last.
  private var due: [ArraySlice<UInt8>]
  private var output: [UInt8] = []
  private var lastEvent = 0
  private var isClosed = false

  /// Small limits, so that short inputs exceed them.
  static let options: SocketOptions = {
    var options = SocketOptions()
    (options.requestBytes, options.outputBytes) = (160, 2048)
    return options
  }()

  private static let extent = EventLog.Extent(oldest: 11, newest: 20)
  private static let head = LineRing.Head(newest: extent.newest)
  /// The longest line: an `id` that fills a whole request, each byte of it escaped.
  private static let longestAnswer = 8 * options.requestBytes
  /// A session whose `hello` was sent.
  private static let fresh: SubscriberSession = {
    var session = SubscriberSession(
      log: LogID(rawValue: "9f2c61aa"), extent: extent, options: options, now: .zero)
    session.sent(session.output.pending.count, at: .zero)
    return session
  }()

  init(_ input: [UInt8]) {
    session = Self.fresh
    sizes = PieceSizes(input.prefix(4))
    let conversation = input.dropFirst(4)
    var lines = conversation.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // Bytes after the last newline are a request only if there are any.
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    due = lines.reversed()
    play(conversation)
  }

  private mutating func play(_ conversation: ArraySlice<UInt8>) {
    var rest = conversation
    while !rest.isEmpty, session.wantsInput {
      let piece = rest.prefix(sizes.next())
      rest.removeFirst(piece.count)
      session.received(Array(piece), at: .zero)
      answerAll()
    }
    session.inputEnded()
    answerAll()
    expect(isClosed || (due.isEmpty && rest.isEmpty), "a request was not read")
    session.tick(Self.head, at: .zero)
    settle()
    if session.phase == .subscribed {
      expect(!isClosed || session.closeReason == .request, "a subscription ended with the requests")
    } else if !session.phase.isSilent {
      expect(isClosed, "it stays though nothing can come any more")
    }
  }

  private mutating func answerAll() {
    while let piece = session.nextRequest(at: .zero) {
      let request = due.popLast() ?? []
      let answered = answers.count
      session.answer(
        piece, oldest: Self.extent.oldest, head: Self.head, at: .zero,
        warnings: { Vocabulary.known.warnings(about: $0) }, handler: Self.handler)
      expect(session.output.count <= Self.options.outputBytes + Self.longestAnswer, "the output has no bound")
      settle()
      judge(Array(answers[answered...]), of: request, read: piece)
      judge(ids[answered...], of: request)
    }
  }

  /// Reads the output and serves the log, until nothing is left to do.
  private mutating func settle() {
    repeat {
      while !session.output.isEmpty {
        let sent = session.output.pending.prefix(sizes.next())
        output += sent
        session.sent(sent.count, at: .zero)
      }
      session.setBlocked(false, at: .zero)
      guard session.goal(newest: Self.extent.newest) != nil else { break }
      if let batch = session.nextBatch(of: &block, newest: Self.extent.newest, at: .zero) { give(batch) }
    } while true
    expect(output.last.map { $0 == UInt8(ascii: "\n") } ?? true, "a line has no end")
    for line in output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() { read(line) }
    output = []
  }

  /// Sends a part of the batch, or all of it, as the kernel might.
  private mutating func give(_ batch: LineBatch) {
    let count = min(batch.count, sizes.next())
    output += batch.runs.flatMap { block.bytes[$0] }.prefix(count)
    session.took(count, of: batch, in: block, at: .zero)
  }

  mutating func expect(_ holds: Bool, _ complaint: @autoclosure () -> String) {
    if !holds { faults.append(complaint()) }
  }
}

extension SocketDialogue {
  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    expect(!isClosed, "something comes after closed")
    guard let line = try? JSONValue(bytes) else {
      return faults.append("a line is no JSON: \(String(decoding: bytes, as: UTF8.self))")
    }
    switch (line["op"], line["specversion"], line["sequence"]) {
    case (.string(let op)?, nil, _):
      expect(bytes.starts(with: "{\"op\":\"".utf8), "op does not stand first")
      answers.append(op)
      ids.append(line["id"])
      isClosed = op == "closed"
    case (nil, .string?, .string(let digits)?):
      let before = lastEvent
      lastEvent = Int(digits) ?? 0
      expect(Int(digits).map { $0 > before } ?? false, "event \(digits) comes after \(before)")
    default: faults.append("a line is neither an event nor a control line")
    }
  }

  /// Checks that one line has one answer, starts a subscription, or has no answer if it is blank.
  private mutating func judge(_ answered: [String], of request: ArraySlice<UInt8>, read piece: LineSplitter.Piece) {
    let subject = { "'\(String(decoding: request, as: UTF8.self))' is answered \(answered)" }
    lastEvent = 0
    guard request.count <= Self.options.requestBytes else {
      return expect(piece == .tooLong && answered == ["error", "closed"], subject())
    }
    expect(piece == .line(Array(request)), "'\(String(decoding: request, as: UTF8.self))' was cut wrongly")
    if request.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return expect(answered.isEmpty, subject()) }
    let isSubscribed = answered.last == "synced" && answered.dropLast().allSatisfy { ["gap", "snapshot"].contains($0) }
    let isRefusedForGood = answered == ["error", "closed"] && session.closeReason == .request
    let isAnswered = answered.count == 1 && !["synced", "gap", "snapshot", "closed", "hello"].contains(answered[0])
    expect(isSubscribed || isAnswered || isRefusedForGood || answered == ["hello"], subject())
  }

  /// Checks that the answer has the `id` of its request, and that only answers to invalid requests lack it.
  private mutating func judge(_ ids: ArraySlice<JSONValue?>, of request: ArraySlice<UInt8>) {
    let asked = (try? JSONValue(request))?["id"]
    for case let id? in ids where asked != nil { expect(id == asked, "id \(id) is not that of the request") }
    expect(ids.allSatisfy { $0 == nil } || !request.isEmpty, "an id comes from nowhere")
    if answers.last == "pong" { expect(asked == nil || ids.last == asked, "pong has lost its id") }
  }

  /// Events for the whole extent, with the members that filters use.
  private static let events: [LoggedEvent] = (extent.oldest...extent.newest).map { sequence in
    let club = { (name: String) in "{\"abbreviation\":\"\(name)\"}" }
    let line =
      "{\"specversion\":\"1.0\",\"sequence\":\"\(sequence)\",\"type\":\"livegame.play\",\"data\":{\"game\":{\"away\":"
      + "\(club("BOS")),\"home\":\(club("NYY"))},\"tags\":[\"\(sequence.isMultiple(of: 2) ? "scoring" : "hit")\"]}}"
    return LoggedEvent(
      sequence: sequence, game: "mlb/747175", logged: Timestamp(seconds: 1_720_840_302), line: Array(line.utf8))
  }

  private static func handler(_ operation: RequestHandler.Operation) throws(Request.Refusal) -> Reply {
    switch operation {
    case .outbox(let request): .outbox(try answer(request))
    case .query(.game): throw Request.Refusal(code: .unknownGame, message: "there is no such game")
    case .query(.games): .query(.games([]))
    default: .query(.scoreboard([]))
    }
  }

  private static func answer(_ request: OutboxRequest) throws(Request.Refusal) -> OutboxAnswer {
    switch request {
    case .outbox(sink: "gone"?, _): throw Request.Refusal(code: .unknownSink, message: "there is no sink 'gone'")
    case .outbox: .outbox(OutboxListing(entries: [], more: false, pending: [:]))
    case .sinks: .sinks(SinkListing(sinks: []))
    case .retry: .retry(messages: 1)
    case .drop: .drop(messages: 1, facts: 0)
    case .pause: .pause(until: nil)
    case .resume: .resume(wasPaused: true, facts: 1)
    case .enable: throw Request.Refusal(code: .forbidden, message: "only root and the daemon's own user may")
    }
  }
}

/// Sizes from 1 to about 4000, in turn.
private struct PieceSizes {
  private let sizes: [Int]
  private var turn = 0

  init(_ bytes: some Sequence<UInt8>) {
    let sizes = bytes.map { 1 + Int($0) * Int($0) / 16 }
    self.sizes = sizes.isEmpty ? [1] : sizes
  }

  mutating func next() -> Int {
    turn += 1
    return sizes[turn % sizes.count]
  }
}
