/// Which events a client wants: those that fit every list that is not empty.
public struct EventFilter: Hashable, Sendable {
  /// Abbreviations, of which either side of the game has one.
  public var teams: [String]
  /// CloudEvents types, such as `livegame.play`.
  public var types: [String]
  /// Of which the event carries at least one.
  public var tags: [String]

  /// A filter of these lists; without any it lets everything pass.
  public init(teams: [String] = [], types: [String] = [], tags: [String] = []) {
    (self.teams, self.types, self.tags) = (teams, types, tags)
  }

  /// Whether every event passes.
  var isOpen: Bool { teams.isEmpty && types.isEmpty && tags.isEmpty }

  func matches(_ event: EventFacets) -> Bool {
    func fits(_ list: [String], _ names: [String]) -> Bool { list.isEmpty || list.contains(where: names.contains) }
    return fits(types, [event.type]) && fits(tags, event.tags) && fits(teams, event.teams)
  }
}

extension EventFilter: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case teams, types, tags }

  /// Reads a filter; a list that is absent is empty, a member of another name is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    teams = try container.decodeIfPresent([String].self, forKey: .teams) ?? []
    types = try container.decodeIfPresent([String].self, forKey: .types) ?? []
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
  }
}
