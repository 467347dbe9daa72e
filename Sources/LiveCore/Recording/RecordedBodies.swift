internal import LiveModel

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
