internal import FoundationEssentials

/// A client's event filter. An event passes when it matches every list that is not empty.
public struct EventFilter: Hashable, Sendable {
  /// Team abbreviations; the event matches when either side of its game has one of them.
  public var teams: [String]
  /// CloudEvents types, for example `livegame.play`.
  public var types: [String]
  /// Tags; the event matches when it has at least one of them.
  public var tags: [String]

  /// The maximum number of names in all lists together, and of bytes in one name. Every client may have its own filter,
  /// and every event is compared with each name in it.
  static let (mostNames, longestName) = (64, 64)

  /// Creates a filter from these lists; without names every event passes.
  public init(teams: [String] = [], types: [String] = [], tags: [String] = []) {
    (self.teams, self.types, self.tags) = (teams, types, tags)
  }

  /// Whether every event passes.
  var isOpen: Bool { teams.isEmpty && types.isEmpty && tags.isEmpty }

  /// Returns whether an event passes. A member that the event lacks passes, so that no event is skipped silently.
  func matches(_ event: EventHead) -> Bool {
    func fits(_ list: [String], _ names: [String]?) -> Bool {
      guard !list.isEmpty, let names else { return true }
      return list.contains(where: names.contains)
    }
    return fits(types, [event.type]) && fits(tags, event.data.tags) && fits(teams, event.teams)
  }
}

extension EventFilter: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case teams, types, tags }

  /// Decodes a filter. An absent list is empty. Throws for an unknown member and for lists over the bounds.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    teams = try container.decodeIfPresent([String].self, forKey: .teams) ?? []
    types = try container.decodeIfPresent([String].self, forKey: .types) ?? []
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    try Self.check(teams + types + tags, in: "filter")
  }

  /// Throws `malformed` when there are more than `mostNames` names or one has more than `longestName` bytes.
  static func check(_ names: [String], in member: String) throws(Request.Refusal) {
    guard names.count <= mostNames else {
      throw Request.Refusal(code: .malformed, message: "'\(member)' has at most \(mostNames) names")
    }
    guard names.allSatisfy({ $0.utf8.count <= longestName }) else {
      throw Request.Refusal(code: .malformed, message: "a name in '\(member)' has at most \(longestName) bytes")
    }
  }
}
