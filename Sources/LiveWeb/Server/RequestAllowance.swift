package import LiveModel

/// Limits how often each address may ask. A bucket of each address fills up steadily, and a request takes one from it.
///
/// Bound: 1,024 addresses. When there are more, those are forgotten that may ask as often as new ones, and if that does
/// not suffice, all.
package struct RequestAllowance: Sendable {
  private struct Bucket {
    var tokens: Double
    var since: Timestamp
  }

  private let perSecond: Double
  private let most: Double
  private var buckets: [String: Bucket] = [:]

  private static let mostAddresses = 1024

  /// - Parameters:
  ///   - perSecond: the requests in a second, over a long time.
  ///   - most: the requests at once.
  package init(perSecond: Double, atOnce most: Double) { (self.perSecond, self.most) = (perSecond, most) }

  /// Returns whether an address may ask now, and counts the request if it may.
  package mutating func allows(_ address: String, at now: Timestamp) -> Bool {
    var bucket = buckets[address] ?? Bucket(tokens: most, since: now)
    bucket.tokens = tokens(in: bucket, at: now)
    bucket.since = now
    defer { buckets[address] = bucket }
    guard bucket.tokens >= 1 else { return false }
    bucket.tokens -= 1
    if buckets.count >= Self.mostAddresses, buckets[address] == nil { forget(at: now) }
    return true
  }

  private func tokens(in bucket: Bucket, at now: Timestamp) -> Double {
    let seconds = Double(max(0, now.milliseconds - bucket.since.milliseconds)) / 1000
    return min(most, bucket.tokens + seconds * perSecond)
  }

  private mutating func forget(at now: Timestamp) {
    buckets = buckets.filter { tokens(in: $0.value, at: now) < most }
    if buckets.count >= Self.mostAddresses { buckets = [:] }
  }
}
