import LiveSimulator

/// What is wrong with some of the answers, and how many of each kind were served.
actor Faults {
  /// How many answers of a hundred are wrong.
  private var percent = 0.0
  private var served: [String: Int] = [:]

  /// An answer as a server gives it.
  enum Kind: String, CaseIterable, Sendable {
    case right, internalError, unavailable, forbidden, tooMany, slow, body
  }

  func set(percent: Double) { self.percent = min(max(percent, 0), 100) }

  /// The next answer's kind. Half of the wrong ones are bodies that are stale, broken or another's.
  func next() -> Kind {
    guard Double.random(in: 0..<100) < percent else { return count(.right) }
    let kinds: [Kind] = [.internalError, .unavailable, .forbidden, .tooMany, .slow, .body, .body, .body, .body, .body]
    return count(kinds.randomElement() ?? .right)
  }

  private func count(_ kind: Kind) -> Kind {
    served[kind.rawValue, default: 0] += 1
    return kind
  }

  /// How many of each kind there were.
  func counts() -> [String: Int] { served }

  /// For bodies that are wrong in any case: each kind as often as the others.
  static let bodies = Dictionary(
    uniqueKeysWithValues: FaultyFeed.Answer.allCases.map { ($0, $0 == .right ? 0 : 1 / 9.0) })
}
