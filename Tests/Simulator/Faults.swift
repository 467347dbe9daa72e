import LiveSimulator

/// The kinds of faulty answers, and how many of each were served.
actor Faults {
  /// The percentage of faulty answers.
  private var percent = 0.0
  private var served: [String: Int] = [:]

  /// An answer as a server gives it.
  enum Kind: String, CaseIterable, Sendable {
    case right, internalError, unavailable, forbidden, tooMany, slow, body
  }

  func set(percent: Double) { self.percent = min(max(percent, 0), 100) }

  /// Returns the kind of the next answer. Half of the faulty ones are bodies that are stale, broken or of another
  /// game.
  func next() -> Kind {
    guard Double.random(in: 0..<100) < percent else { return count(.right) }
    let kinds: [Kind] = [.internalError, .unavailable, .forbidden, .tooMany, .slow, .body, .body, .body, .body, .body]
    return count(kinds.randomElement() ?? .right)
  }

  private func count(_ kind: Kind) -> Kind {
    served[kind.rawValue, default: 0] += 1
    return kind
  }

  /// Returns the number of answers of each kind.
  func counts() -> [String: Int] { served }

  /// Shares for faulty bodies: each kind is equally frequent.
  static let bodies = Dictionary(
    uniqueKeysWithValues: FaultyFeed.Answer.allCases.map { ($0, $0 == .right ? 0 : 1 / 9.0) })
}
