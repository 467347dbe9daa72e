@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// The lines of a head as libcurl delivers them, and every number that the daemon reads from it.
enum HeaderTrial {
  /// The last second of 2026, and an instant before 1970: two-digit years depend on the current year.
  private static let instants = [Timestamp(seconds: 1_798_761_599), Timestamp(seconds: -86_400)]
  private static let status = Array("HTTP/1.1 ".utf8)

  /// Returns the violations for an input: its first byte selects the status, the rest are header lines.
  static func faults(of input: [UInt8]) -> [String] {
    var reader = HTTPHeadReader()
    let status = statuses[Int(input.first ?? 0) % statuses.count]
    do throws(HTTPFault) {
      try reader.take("HTTP/1.1 \(status) Status\r\n")
      for line in input.dropFirst().split(separator: UInt8(ascii: "\n")) {
        try reader.take(String(decoding: line, as: UTF8.self))
      }
      try reader.take("\r\n")
    } catch {
      return error.kind == .tooLarge ? [] : ["a head is refused: \(error)"]
    }
    return judge(reader.head)
  }

  static let statuses = [200, 204, 301, 400, 401, 403, 404, 408, 410, 413, 425, 429, 500, 503, 599]

  private static func judge(_ head: HTTPResponseHead) -> [String] {
    var faults: [String] = []
    for now in instants {
      faults += Bounds.faults(of: Answer(head, excerpt: "", at: now))
      for text in head.headers.values {
        if let wait = RetryAfter(text, at: now)?.wait, !Bounds.waits.contains(wait) { faults.append("waits \(wait)") }
        if let date = HTTPDate.timestamp(text, at: now), !Bounds.dates.contains(date) { faults.append("dates \(date)") }
      }
      let reply = Endpoint.Reply(head: head, body: Array(#"{"ok":false,"error":"rate_limited"}"#.utf8))
      for edits in [false, true] {
        faults += Bounds.faults(of: DiscordSink.classify(reply, edits: edits, at: now))
        faults += Bounds.faults(of: SlackAPI.classify(reply, isEdit: edits, at: now) { _ in "" })
      }
      let refusal = Endpoint.Reply(
        head: head, body: Array(#"{"code":\#(head.status)01,"http":\#(head.status)}"#.utf8))
      faults += Bounds.faults(of: NtfyAnswer.classify(refusal, sequence: nil, excerpt: "", at: now))
    }
    let fresh = Freshness(head)
    for span in [fresh.remaining, fresh.age ?? .zero] where !Bounds.kept.contains(span) {
      faults.append("a cache keeps it for \(span)")
    }
    if let wait = UnexpectedAnswer(head: head, league: .mlb).retryAfter, !Bounds.waits.contains(wait) {
      faults.append("the source makes us wait \(wait)")
    }
    return faults
  }
}

/// Bounds that hold for every response.
enum Bounds {
  /// A pause that a server asks for.
  static let waits = Duration.zero...Duration.seconds(3600)
  /// The lifetime of a cached response.
  static let kept = Duration.zero...Duration.seconds(86_400)
  /// Dates with a four-digit year, in any of HTTP's forms.
  static let dates = Timestamp(seconds: -62_167_219_200)...Timestamp(seconds: 253_402_300_799)
  /// The length in bytes of a stored message handle.
  static let handles = 1...256

  static func faults(of answer: Answer) -> [String] {
    var faults: [String] = []
    switch answer {
    case .slowDown(let wait, _, _) where !waits.contains(wait): faults.append("the sink must wait \(wait)")
    case .accepted(let receipt):
      if let pause = receipt.pause, !waits.contains(pause) { faults.append("a pause of \(pause)") }
      if let handle = receipt.handle, !handles.contains(handle.rawValue.utf8.count) {
        faults.append("a handle of \(handle.rawValue.utf8.count) bytes")
      }
    default: break
    }
    if let text = answer.reason?.text, text.utf8.count > 2000 || text.contains(where: \.isNewline) {
      faults.append("a reason that does not fit a line: \(text.prefix(100))")
    }
    // The retry and the rate limiter of a sink compute with the wait.
    let retry = Retry(attempts: 3, deadline: Timestamp(seconds: 1_798_765_199), seed: "msg")
    if case .wait(let until, _) = retry.step(after: answer, at: Timestamp(seconds: 1_798_761_599)),
      !dates.contains(until)
    {
      faults.append("it is tried again at \(until)")
    }
    return faults
  }
}
