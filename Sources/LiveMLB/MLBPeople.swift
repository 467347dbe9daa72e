internal import FoundationEssentials
internal import LiveModel

/// The answer of `/api/v1/people` with `hydrate=currentTeam`.
struct MLBPeople: Decodable {
  /// Value of the `fields` parameter.
  static let fields = ["people", "id", "fullName", "active", "currentTeam", "name"]

  private var people: [Lenient<Row>]

  private struct Row: Decodable {
    var id: Int
    var fullName: Lenient<String>?
    var active: Lenient<Bool>?
    var currentTeam: Lenient<Team>?

    struct Team: Decodable {
      var name: Lenient<String>?
    }

    /// A player without a team, such as a free agent, and one who has retired, are not active.
    var isActive: Bool? {
      if active?.value == false { return false }
      guard let currentTeam else { return false }
      return currentTeam.value == nil ? nil : true
    }
  }

  /// Longest name in bytes. A longer one is left out.
  private static let longestName = 200

  /// Decodes the players that have an id. Throws if the body has no list of people.
  static func standings(in body: [UInt8]) throws -> [PlayerStanding] {
    try JSONDecoder().decode(MLBPeople.self, from: Data(body)).people.compactMap(\.value).map { row in
      PlayerStanding(
        id: row.id, name: name(row.fullName), isActive: row.isActive, team: name(row.currentTeam?.value?.name))
    }
  }

  private static func name(_ member: Lenient<String>?) -> String? {
    member?.value.flatMap { (1...longestName).contains($0.utf8.count) ? $0 : nil }
  }
}
