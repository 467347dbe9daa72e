/// A fact with its content, before it is known whether it is news.
struct Draft: Equatable, Sendable {
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

  /// Covers what a play, action or other fact is in itself, without what the plays before it decide: score, runs,
  /// outs, bases and the tags that come of them.
  var ownDigest: UInt64 {
    var digest = SemanticDigest()
    addOwn(to: &digest)
    return digest.value
  }

  /// Covers what makes a new revision. Times and the feed's indexes are left out: the feed rewrites the ones and
  /// shifts the others without anything having changed.
  var digest: UInt64 {
    var digest = SemanticDigest()
    addOwn(to: &digest)
    digest.add(inning?.description)
    digest.add(outs)
    digest.add(score?.away)
    digest.add(score?.home)
    for base in [bases?.first, bases?.second, bases?.third] { digest.add(base?.id) }
    digest.add(play?.runs)
    for tag in tags { digest.add(tag.rawValue) }
    return digest.value
  }

  private func addOwn(to digest: inout SemanticDigest) {
    digest.add(type.rawValue)
    digest.add(isProvisional ? "provisional" : nil)
    digest.add(reason)
    digest.add(scheduledStart.map { Int($0.seconds) })
    digest.add(play?.eventType)
    digest.add(play?.description)
    digest.add(play?.rbi)
    digest.add(play?.batter.id)
    digest.add(play?.pitcher.id)
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
    guard let text else { return add(byte: 0xff) }
    text.utf8.forEach { add(byte: $0) }
    add(byte: 0xfe)
  }

  mutating func add(_ number: Int?) { add(number.map(String.init)) }

  private mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
