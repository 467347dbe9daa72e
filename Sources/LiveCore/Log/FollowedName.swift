internal import GRDB
internal import LiveModel

/// A team or a player that an order has added to those that the configuration follows.
struct FollowedName: Equatable, Sendable {
  enum Kind: String, Sendable { case team, player }

  var kind: Kind
  /// The current abbreviation of a team, or the league's id of a player in digits.
  var name: String
  /// The name of a player when he was added; nil if it was not known, and for a team.
  var title: String?
  /// When it was added, by the wall clock.
  var added: Timestamp
  /// The id of the user who gave the order; nil if it is not known.
  var user: Int?

  /// The most names that are stored.
  static let most = 1000
}

extension EventLog {
  /// Returns the stored names, the oldest first.
  func followed() throws -> [FollowedName] { try pool.read(Self.followed) }

  /// Stores and removes names in one transaction. A name that is stored already stays as it is.
  ///
  /// - Returns: the names that are stored now, the oldest first.
  func changeFollowed(adding added: [FollowedName], removing removed: [FollowedName]) async throws -> [FollowedName] {
    try await commits.write { database in
      for name in removed {
        try database.execute(
          sql: "DELETE FROM followed WHERE kind = ? AND name = ?", arguments: [name.kind.rawValue, name.name])
      }
      for name in added {
        try database.execute(
          sql: "INSERT OR IGNORE INTO followed (kind, name, title, added, user) VALUES (?, ?, ?, ?, ?)",
          arguments: [name.kind.rawValue, name.name, name.title, name.added.milliseconds, name.user])
      }
      return try Self.followed(in: database)
    }
  }

  static func followed(in database: Database) throws -> [FollowedName] {
    try Row.fetchAll(database, sql: "SELECT kind, name, title, added, user FROM followed ORDER BY rowid").compactMap {
      row in
      guard let kind = FollowedName.Kind(rawValue: try row.read("kind")) else { return nil }
      let user: Int? = try row.read("user")
      return try FollowedName(
        kind: kind, name: row.read("name"), title: row.read("title"), added: row.read("added"), user: user)
    }
  }
}
