/// Somebody whom the feed names. The name is empty where the feed gives only the id.
struct Person: Hashable, Codable, Sendable {
  var id: Int
  var name: String
}

/// Somebody's part in one play or action.
struct Participant: Hashable, Codable, Sendable {
  enum Role: String, Codable, Sendable {
    case batter, pitcher, runner, scorer, fielder
    case entering = "in"
    case leaving = "out"
  }

  var id: Int
  var name: String
  var role: Role

  init(_ person: Person, as role: Role) {
    id = person.id
    name = person.name
    self.role = role
  }
}
