@testable import LiveMLB
@testable import LiveModel

/// A feed, decoded whole and in chunks of several sizes. The results must be the same.
enum FeedTrial {
  /// Returns the violations for a body.
  static func faults(of body: [UInt8]) -> [String] {
    let whole = Outcome(body, cutAt: max(1, body.count))
    return [1, 3, 16, 61].filter { Outcome(body, cutAt: $0) != whole }.map { "another result in chunks of \($0)" }
  }

  /// The result for a body: a snapshot or a fault.
  private enum Outcome: Equatable {
    case snapshot(GameSnapshot)
    case fault(DecodeFault)

    init(_ body: [UInt8], cutAt size: Int) {
      var decoder = MLBFeedDecoder()
      do throws(DecodeFault) {
        for start in stride(from: 0, to: body.count, by: size) {
          // A separate copy, so that AddressSanitizer detects a read past the end of the chunk.
          try decoder.feed(Array(body[start..<min(start + size, body.count)]).span)
        }
        self = .snapshot(try decoder.finish())
      } catch {
        self = .fault(error)
      }
    }
  }
}
