@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// The lines of a recording, whose bodies refer to earlier ones; the first line is the header.
enum RecordingTrial {
  /// Returns the violations for an input.
  static func faults(of input: [UInt8]) -> [String] {
    var decoder = RecordingDecoder()
    var encoder = RecordingEncoder()
    var again = RecordingDecoder()
    var faults: [String] = []
    if let decompressor = GzipDecoder() { _ = try? decompressor.decoded(input) }
    for line in input.split(separator: 0x0A) {
      _ = RecordingDecoder.header(of: Array(line))
      guard let answer = try? decoder.answer(in: Array(line)) else { continue }
      if case .response(_, let body) = answer.outcome, body.count > RecordedBodies.largest {
        faults.append("a body of \(body.count) bytes")
      }
      guard let written = try? encoder.line(of: answer), let read = try? again.answer(in: written.dropLast()) else {
        // Times of a year that cannot be written are refused.
        continue
      }
      if case .response(_, let body) = read.outcome, case .response(_, let original) = answer.outcome, body != original
      {
        faults.append("a body has changed")
      }
    }
    return faults
  }
}
