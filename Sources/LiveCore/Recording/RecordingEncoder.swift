internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform

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
