/// Which events a client wants: those that fit every list that is not empty.
public struct EventFilter: Hashable, Sendable {
  /// Abbreviations, of which either side of the game has one.
  public var teams: [String]
  /// CloudEvents types, such as `livegame.play`.
  public var types: [String]
  /// Of which the event carries at least one.
  public var tags: [String]

  /// Names in all lists together, and bytes in each: every client may bring a filter of its own, every event is held
  /// against every name of it.
  static let (mostNames, longestName) = (64, 64)

  /// A filter of these lists; without any it lets everything pass.
  public init(teams: [String] = [], types: [String] = [], tags: [String] = []) {
    (self.teams, self.types, self.tags) = (teams, types, tags)
  }

  /// Whether every event passes.
  var isOpen: Bool { teams.isEmpty && types.isEmpty && tags.isEmpty }

  func matches(_ event: FilterFields) -> Bool {
    func fits(_ list: [String], _ names: [String]) -> Bool { list.isEmpty || list.contains(where: names.contains) }
    return fits(types, [event.type]) && fits(tags, event.tags) && fits(teams, event.teams)
  }
}

extension EventFilter: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case teams, types, tags }

  /// Reads a filter; a list that is absent is empty, a member of another name is an error, and so is what is over the
  /// bounds.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    teams = try container.decodeIfPresent([String].self, forKey: .teams) ?? []
    types = try container.decodeIfPresent([String].self, forKey: .types) ?? []
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    try Self.check(teams + types + tags, in: "filter")
  }

  /// Throws when there are more names than anybody needs, or a longer one: each is compared with every event or game.
  static func check(_ names: [String], in member: String) throws(Request.Refusal) {
    guard names.count <= mostNames else {
      throw Request.Refusal(code: .malformed, message: "'\(member)' has at most \(mostNames) names")
    }
    guard names.allSatisfy({ $0.utf8.count <= longestName }) else {
      throw Request.Refusal(code: .malformed, message: "a name in '\(member)' has at most \(longestName) bytes")
    }
  }
}
