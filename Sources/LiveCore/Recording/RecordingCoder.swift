internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform

/// The newest body of each kind and game, from which the next ones differ.
struct RecordedBodies {
  private var bodies: [PollSubject: [UInt8]] = [:]
  private var count = 0

  /// Largest accepted body, in bytes: that of a response.
  static var largest: Int { HTTPLimits().body }
  /// Limit in bytes for all kept bodies together.
  static var limit: Int { 256 << 20 }

  subscript(_ subject: PollSubject) -> [UInt8]? { bodies[subject] }

  /// Keeps a body. Returns false if all together are too large.
  mutating func keep(_ body: [UInt8], of subject: PollSubject) -> Bool {
    count += body.count - (bodies[subject]?.count ?? 0)
    bodies[subject] = body
    return count <= Self.limit
  }
}

/// Writes answers as the lines of a recording.
struct RecordingEncoder {
  private var bodies = RecordedBodies()

  /// Headers that the polls and `FeedFault` use, and those that tell what a cache has done.
  static let headers: Set = [
    "age", "cache-control", "content-type", "date", "etag", "last-modified", "retry-after", "via", "x-cache",
  ]

  /// Returns the next line, with its newline.
  mutating func line(of answer: RecordedAnswer) throws -> [UInt8] {
    var line = RecordingLine(answer)
    switch answer.outcome {
    case .fault(let fault): (line.fault, line.reason) = (fault.kind.rawValue, fault.description)
    case .response(let head, let body):
      line.status = head.status
      let headers = head.headers.filter { Self.headers.contains($0.key) }
      if !headers.isEmpty { line.headers = headers }
      put(body, of: answer.subject, in: &line)
    }
    return try Self.line(line)
  }

  /// Returns a value as one line, with its newline.
  static func line(_ value: some Encodable) throws -> [UInt8] { try StableJSON.bytes(of: value) + [0x0A] }

  private mutating func put(_ body: [UInt8], of subject: PollSubject, in line: inout RecordingLine) {
    let last = bodies[subject]
    guard last != body else {
      line.same = true
      return
    }
    guard let text = String(validating: body, as: UTF8.self) else {
      // Not kept: the next body does not differ from this one, but from the last text.
      line.base64 = Data(body).base64EncodedString()
      return
    }
    if let last {
      line.change = BodyChange(from: last, to: body).pieces
    } else {
      line.body = text
    }
    _ = bodies.keep(body, of: subject)
  }
}

/// Reads the lines of a recording as answers.
struct RecordingDecoder {
  private var bodies = RecordedBodies()

  /// A line that has no meaning, with the reason.
  struct Mistake: Error, Equatable {
    var reason: String
  }

  /// Reads the first line; nil if it is not that of a recording.
  static func header(of line: [UInt8]) -> RecordingHeader? {
    try? JSONDecoder().decode(RecordingHeader.self, from: Data(line))
  }

  /// Reads the next line.
  mutating func answer(in line: [UInt8]) throws(Mistake) -> RecordedAnswer {
    let decoded: RecordingLine
    do {
      decoded = try JSONDecoder().decode(RecordingLine.self, from: Data(line))
    } catch {
      throw Mistake(reason: (error as? DecodingError)?.inWords ?? "it is no JSON object")
    }
    guard let subject = decoded.subject else { throw Mistake(reason: "the feed has no game") }
    return RecordedAnswer(subject, at: decoded.time, try outcome(of: decoded, subject))
  }

  private mutating func outcome(
    of line: RecordingLine, _ subject: PollSubject
  ) throws(Mistake) -> RecordedAnswer.Outcome {
    if let fault = line.fault {
      let kind = HTTPFault.Kind(rawValue: fault) ?? .broken
      return .fault(HTTPFault(kind: kind, description: line.reason ?? fault))
    }
    guard let status = line.status, (100...999).contains(status) else {
      throw Mistake(reason: "it has neither a status nor a fault")
    }
    return .response(HTTPResponseHead(status: status, headers: line.headers ?? [:]), body: try body(of: line, subject))
  }

  private mutating func body(of line: RecordingLine, _ subject: PollSubject) throws(Mistake) -> [UInt8] {
    if let text = line.base64 {
      guard let bytes = Data(base64Encoded: text) else { throw Mistake(reason: "its body is no Base64") }
      return [UInt8](bytes)
    }
    let body: [UInt8]
    if let text = line.body {
      body = Array(text.utf8)
    } else if line.same == true || line.change != nil {
      guard let last = bodies[subject] else { throw Mistake(reason: "there is no earlier body") }
      guard let pieces = line.change else { return last }
      guard let next = BodyChange(pieces: pieces).applied(to: last, limit: RecordedBodies.largest) else {
        throw Mistake(reason: "its pieces do not fit the earlier body")
      }
      body = next
    } else {
      return []
    }
    guard body.count <= RecordedBodies.largest else { throw Mistake(reason: "its body is too large") }
    guard bodies.keep(body, of: subject) else { throw Mistake(reason: "the bodies of all games are too large") }
    return body
  }
}
