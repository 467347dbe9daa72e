/// The last corrected fact of a game, kept as the cause of changes that depend on it and arrive later.
package struct Correction: Equatable, Codable, Sendable {
  package var fact: Fact
  /// The feed's time of the correction.
  package var at: Timestamp

  /// A change later than this has another cause.
  package static let span: Duration = .seconds(60)

  package init(fact: Fact, at: Timestamp) { (self.fact, self.at) = (fact, at) }
}
