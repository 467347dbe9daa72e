import Testing

@testable import LiveJSON
@testable import LiveMLB
@testable import LiveModel

/// The sizes of the chunks in which a decoder gets a body.
enum Chunking: Sendable, CustomTestStringConvertible {
  case every(Int)
  /// Chunks of 0 to `limit` bytes.
  case random(seed: UInt64, limit: Int)

  static let all: [Chunking] =
    [1, 2, 3, 7, 16, 4096, .max].map(Chunking.every) + [
      .random(seed: 1, limit: 8), .random(seed: 2, limit: 64), .random(seed: 3, limit: 5000),
    ]

  var testDescription: String {
    switch self {
    case .every(.max): "whole"
    case .every(let size): "\(size) bytes"
    case .random(let seed, let limit): "random up to \(limit), seed \(seed)"
    }
  }

  func snapshot(_ body: [UInt8], limits: JSONLimits = JSONLimits()) throws(DecodeFault) -> GameSnapshot {
    var decoder = MLBFeedDecoder(limits: limits)
    var start = 0
    var generator = SplitMix(seed: 0)
    if case .random(let seed, _) = self { generator = SplitMix(seed: seed) }
    while start < body.count {
      let size =
        switch self {
        case .every(let size): size
        case .random(_, let limit): Int.random(in: 0...limit, using: &generator)
        }
      let end = start + min(size, body.count - start)
      try decoder.feed(body.span.extracting(start..<end))
      start = end
    }
    return try decoder.finish()
  }
}
