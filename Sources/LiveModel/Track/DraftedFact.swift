/// A fact with its content as a league's tracker derives it, before the comparison with the ledger.
package protocol DraftedFact: Equatable, Sendable {
  var fact: Fact { get }

  /// The feed's time; nil where the feed gives none.
  var time: Timestamp? { get }

  var tags: [Tag] { get }

  var digests: FactDigests { get }

  /// Whether the fact is logged before the feed states its result.
  var isProvisional: Bool { get }

  /// Whether a correction of this fact may change the content of later ones.
  var mayBeCause: Bool { get }

  /// Whether the fact is about the game as a whole. Such facts have a reserve of memory.
  var isOfGame: Bool { get }

  /// Whether the fact is logged even if no memory is left: the start and the end.
  var isAlwaysLogged: Bool { get }

  /// The digests of all drafts that this one completes: with less content, but nothing that is wrong.
  var completedDigests: [FactDigests] { get }

  /// Returns whether a stored digest is of the same content. `digests` are the draft's.
  func isSame(as stored: UInt64, _ digests: FactDigests) -> Bool
}

extension DraftedFact {
  package func isSame(as stored: UInt64, _ digests: FactDigests) -> Bool { stored == digests.whole }
}

/// Digests of a draft's content. A change of `whole` makes a new revision; a change of `own` shows that the fact itself
/// changed. Neither contains times or the feed's indexes: the feed rewrites times and shifts indexes although nothing has
/// changed.
package struct FactDigests: Equatable, Sendable {
  /// The fact's own content, without what earlier plays determine, such as the score and the tags derived from it.
  package var own: UInt64
  package var whole: UInt64

  package init(own: UInt64, whole: UInt64) {
    (self.own, self.whole) = (own, whole)
  }
}

/// A draft that is new, or differs from what was logged.
package struct LedgerChange<Draft: DraftedFact>: Equatable, Sendable {
  package var draft: Draft
  package var revision: Int
  package var kind: EventChange
  /// The fact whose correction caused this change; nil if the fact's own content changed.
  package var cause: Fact?
  /// Whether the previous revision was sure, and something else is true.
  package var isCorrection: Bool

  package init(draft: Draft, revision: Int, kind: EventChange, cause: Fact? = nil, isCorrection: Bool = false) {
    (self.draft, self.revision, self.kind) = (draft, revision, kind)
    (self.cause, self.isCorrection) = (cause, isCorrection)
  }
}

/// A hash of a list of values.
package struct SemanticDigest {
  private var hash = FNV1a()

  package init() {}

  package var value: UInt64 { hash.value }

  package mutating func add(_ text: String?) {
    guard let text else { return hash.add(0xff) }
    hash.add(text)
    hash.add(0xfe)
  }

  /// Adds eight bytes, lowest first; nil adds the single byte 0xff.
  package mutating func add(_ number: Int?) {
    guard let number else { return hash.add(0xff) }
    var rest = UInt64(bitPattern: Int64(number))
    for _ in 0..<8 {
      hash.add(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
