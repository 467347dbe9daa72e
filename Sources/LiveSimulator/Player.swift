/// Somebody who plays in a simulated game.
struct Player: Hashable, Sendable {
  var id: Int
  var name: String

  static func == (one: Player, other: Player) -> Bool { one.id == other.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  var json: JSON { ["id": .number(id), "fullName": .string(name), "link": .string("/api/v1/people/\(id)")] }

  /// As actions and credits name somebody.
  var reference: JSON { ["id": .number(id), "link": .string("/api/v1/people/\(id)")] }
}
