internal import LiveJSON
internal import LiveModel

extension MLBFeedProjection {
  /// `liveData.decisions`, which the feed has from some time after the last out on.
  static let decisions: [Member] = [
    decision("winner", \.winner), decision("loser", \.loser), decision("save", \.save),
  ]

  private static func decision(
    _ name: String, _ pitcher: any WritableKeyPath<Decisions, Person?> & Sendable
  ) -> Member {
    .object(
      name, person, begin: { $0.person = PersonBuilder() },
      end: { $0.decisions[keyPath: pitcher] = $0.person.known })
  }
}
