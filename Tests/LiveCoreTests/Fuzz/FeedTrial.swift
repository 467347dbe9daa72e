@testable import LiveModel

/// A feed, decoded whole and in chunks of several sizes. The results must be the same.
enum FeedTrial {
  /// Returns the violations for a body.
  static func faults<Decoder: FeedDecoder>(of body: [UInt8], by decoder: Decoder) -> [String]
  where Decoder.Snapshot: Equatable {
    let whole = Outcome(body, by: decoder, cutAt: max(1, body.count))
    return [1, 3, 16, 61].filter { Outcome(body, by: decoder, cutAt: $0) != whole }
      .map { "another result in chunks of \($0)" }
  }

  /// The result for a body: a snapshot or a fault.
  private enum Outcome<Snapshot: Equatable>: Equatable {
    case snapshot(Snapshot)
    case fault(DecodeFault)

    init<Decoder: FeedDecoder>(_ body: [UInt8], by decoder: Decoder, cutAt size: Int)
    where Decoder.Snapshot == Snapshot {
      var decoder = decoder
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
