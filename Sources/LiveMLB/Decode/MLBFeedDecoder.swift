package import LiveModel

/// Decodes one body of `/api/v1.1/game/<gamePk>/feed/live`, complete or trimmed by `fields=`, into a snapshot.
///
/// The body is never buffered as a whole; `JSONLimits` bounds what is kept of it.
package struct MLBFeedDecoder: FeedDecoder {
  private var scanner: JSONScanner<SnapshotBuilder>

  init(limits: JSONLimits = JSONLimits()) {
    scanner = JSONScanner(MLBFeedProjection.projection, into: SnapshotBuilder(), limits: limits)
  }

  package mutating func feed(_ chunk: Span<UInt8>) throws(DecodeFault) { try scanner.feed(chunk) }

  package mutating func finish() throws(DecodeFault) -> GameSnapshot {
    try scanner.finish { builder, ignored throws(JSONFault) in
      var snapshot = try builder.snapshot()
      snapshot.ignored = ignored
      return snapshot
    }
  }
}

/// The members to request from MLB.
enum MLBFeedFields {
  /// The value of `fields=`: all member names of a snapshot, parents before children. The server passes a listed name
  /// at any depth, and passes the keys of `players`, such as `ID592450`, together with their parent.
  static let list = MLBFeedProjection.projection.names.joined(separator: ",")
}

/// The reason why scanning stops. The scanner converts it to a `DecodeFault` by adding the offset and the path.
struct JSONFault: Error {
  var kind: DecodeFault.Kind
  var message: String
  /// Index in the current chunk, negative for an earlier chunk; nil for the token or byte being read.
  var index: Int?
  /// Path relative to the value being read: `about.inning`.
  var path: String

  init(_ kind: DecodeFault.Kind, _ message: String, at index: Int? = nil, path: String = "") {
    (self.kind, self.message, self.index, self.path) = (kind, message, index, path)
  }

  /// Returns a fault for an absent member that a snapshot requires.
  static func missing(_ path: String) -> JSONFault {
    let member = path.split(separator: ".").last ?? ""
    return JSONFault(.missing, "'\(member)' is missing", path: path)
  }

  /// Returns the byte for a message: `'x'`, or `byte 0x0A` if it is not printable ASCII.
  static func shown(_ byte: UInt8) -> String {
    guard (0x20..<0x7F).contains(byte) else {
      let digits = String(byte, radix: 16, uppercase: true)
      return "byte 0x" + String(repeating: "0", count: 2 - digits.count) + digits
    }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }
}
