/// A fact with its content, before it is known whether it is news.
struct FactDraft: Equatable, Sendable {
  var fact: Fact
  var type: EventType
  /// By the feed; nil where the feed gives none.
  var time: Timestamp?
  var inning: HalfInning?
  var outs: Int?
  var score: Score?
  var bases: Bases?
  var play: EventPlay?
  var players: [Participant] = []
  var importance: Int
  var tags: [Tag]
  var summary: String
  var reason: String?
  var scheduledStart: Timestamp?
  /// An action with nothing behind it: it may still change.
  var isOpenAction = false
  /// Told before the feed has said what the play was.
  var isProvisional = false

  /// What makes a new revision, and how much of it is the fact's own. Times and the feed's indexes are in neither: the
  /// feed rewrites the ones and shifts the others without anything having changed.
  struct Digests: Equatable, Sendable {
    /// What a play, action or other fact is in itself, without what the plays before it decide: score, runs, outs,
    /// bases and the tags that come of them.
    var own: UInt64
    var whole: UInt64
  }

  var digests: Digests {
    var digest = SemanticDigest()
    addOwn(to: &digest)
    let own = digest.value
    digest.add(inning?.number)
    digest.add(inning?.half.rawValue)
    digest.add(outs)
    digest.add(score?.away)
    digest.add(score?.home)
    for base in [bases?.first, bases?.second, bases?.third] { digest.add(base?.id) }
    digest.add(play?.runs)
    for tag in tags { digest.add(tag.rawValue) }
    return Digests(own: own, whole: digest.value)
  }

  private func addOwn(to digest: inout SemanticDigest) {
    digest.add(type.rawValue)
    digest.add(isProvisional ? "provisional" : nil)
    digest.add(reason)
    digest.add(scheduledStart.map { Int($0.seconds) })
    digest.add(play?.eventType)
    digest.add(play?.description)
    digest.add(play?.rbi)
    if play?.eventIndex == nil {
      digest.add(play?.batter.id)
      digest.add(play?.pitcher.id)
    }
    for player in players {
      digest.add(player.id)
      digest.add(player.role.rawValue)
    }
    for review in play?.reviews ?? [] {
      digest.add(review.reviewType)
      digest.add(review.overturned ? 1 : 0)
      digest.add(review.side?.rawValue)
      digest.add(review.player?.id)
    }
  }
}

/// 64-bit FNV-1a over a list of values: the same in every process, which Swift's own hashing is not.
///
/// Source: draft-eastlake-fnv, 64-bit parameters.
struct SemanticDigest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ text: String?) {
    guard var text else { return add(byte: 0xff) }
    // Contiguous bytes: this is most of what a poll costs.
    text.withUTF8 { bytes in for byte in bytes { add(byte: byte) } }
    add(byte: 0xfe)
  }

  /// Eight bytes, the lowest first.
  mutating func add(_ number: Int?) {
    guard let number else { return add(byte: 0xff) }
    var rest = UInt64(bitPattern: Int64(number))
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  private mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
