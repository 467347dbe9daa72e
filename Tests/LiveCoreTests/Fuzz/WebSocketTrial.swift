@testable import LiveModel
@testable import LivePlatform

/// The bytes of a WebSocket server: the answer to the handshake and its frames, or frames alone. The first byte sets the
/// size of the chunks, which must change nothing.
enum WebSocketTrial {
  /// The limit of a message in bytes; short, so that short inputs exceed it.
  private static let limit = 200
  private static let codes: Set = [1002, 1007, 1009]
  private static let now = Timestamp(seconds: 1_800_000_000)
  private static let handshake = WebSocketHandshake(key: "dGhlIHNhbXBsZSBub25jZQ==")

  static func faults(of input: [UInt8]) -> [String] {
    let (size, bytes) = (1 + Int(input.first ?? 0) % 40, Array(input.dropFirst()))
    let answers = [bytes.count + 1, size, 1].map { answer(bytes, chunk: $0) }
    var faults = Set(answers).count > 1 ? ["chunks change the answer: \(answers)"] : []
    let frames = answers[0].rest ?? bytes
    let records = [frames.count + 1, size, 1].map { record(frames, chunk: $0) }
    faults += Set(records.map(\.inputs)).count > 1 ? ["chunks change the frames: \(records.map(\.inputs))"] : []
    return faults + records.flatMap(\.faults) + session(bytes, chunk: size)
  }

  /// The head of an answer in words, or its fault, and the bytes that follow it.
  private struct Answer: Hashable {
    var words: String
    var rest: [UInt8]?
  }

  private static func answer(_ bytes: [UInt8], chunk: Int) -> Answer {
    var (reader, rest) = (WebSocketAnswerReader(), bytes[...])
    do throws(HTTPFault) {
      while !rest.isEmpty {
        let answer = try reader.take(rest.prefix(chunk))
        rest = rest.dropFirst(chunk)
        guard let answer else { continue }
        let headers = answer.head.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return Answer(words: "\(answer.head.status) \(headers)", rest: answer.rest + rest)
      }
      return Answer(words: "incomplete")
    } catch {
      return Answer(words: error.description)
    }
  }

  /// The inputs in words, the last one being a fault if there is one, and the violations.
  private static func record(_ bytes: [UInt8], chunk: Int) -> (inputs: [String], faults: [String]) {
    var (reader, rest, inputs, faults) = (WebSocketReader(limit: limit), bytes[...], [String](), [String]())
    do throws(WebSocketFault) {
      while !rest.isEmpty {
        reader.append(rest.prefix(chunk))
        rest = rest.dropFirst(chunk)
        while let input = try reader.next() {
          inputs.append("\(input)")
          faults += violations(of: input)
        }
        if reader.storedBytes > 2 * limit + 10 { faults.append("\(reader.storedBytes) bytes are stored") }
      }
    } catch {
      inputs.append("\(error)")
      if !codes.contains(error.code) { faults.append("closes with \(error.code)") }
    }
    return (inputs, faults)
  }

  private static func violations(of input: WebSocketInput) -> [String] {
    switch input {
    case .text(let bytes):
      let isText = String(validating: bytes, as: UTF8.self) != nil
      return (isText ? [] : ["a text is not UTF-8"]) + (bytes.count > limit ? ["a text is too long"] : [])
    case .binary(let bytes): return bytes.count > limit ? ["a message is too long"] : []
    case .ping(let bytes), .pong(let bytes): return bytes.count > 125 ? ["a control frame is too long"] : []
    case .close(let code, let reason):
      let isKnown = code.map(WebSocketCloseCode.isValid) ?? reason.isEmpty
      return (isKnown ? [] : ["a close code \(code ?? 0)"]) + (reason.utf8.count > 123 ? ["a long reason"] : [])
    }
  }

  /// A whole session, whose output must stay in proportion to its input.
  private static func session(_ bytes: [UInt8], chunk: Int) -> [String] {
    var (rest, sent) = (bytes[...], 0)
    var session = PushSession(PushEndpoint(url: "http://a/"), PushTiming(), handshake: handshake, at: now)
    sent -= session.takeOutput().count
    while !rest.isEmpty, session.ending == nil {
      _ = session.receive(rest.prefix(chunk), at: now)
      rest = rest.dropFirst(chunk)
      sent += session.takeOutput().count
    }
    session.lost(HTTPFault(kind: .broken, description: "the end"))
    var faults = session.ending == nil ? ["a session does not end"] : []
    // A pong repeats its ping, with a mask of four bytes.
    if sent > 3 * bytes.count + 8 { faults.append("\(sent) bytes answer \(bytes.count)") }
    if session.ending?.description.contains(where: \.isNewline) == true { faults.append("a reason has two lines") }
    return faults
  }
}
