/// Who stands on which base.
struct Bases: Hashable, Codable, Sendable {
  var first: Person?
  var second: Person?
  var third: Person?

  static let empty = Bases()

  var areLoaded: Bool { first != nil && second != nil && third != nil }

  var count: Int { [first, second, third].count { $0 != nil } }

  private enum CodingKeys: String, CodingKey { case first, second, third }

  /// An empty base is written as `null`, so that a reader sees all three.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(first, forKey: .first)
    try container.encode(second, forKey: .second)
    try container.encode(third, forKey: .third)
  }
}
