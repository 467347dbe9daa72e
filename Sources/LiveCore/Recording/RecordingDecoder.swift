internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform

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
