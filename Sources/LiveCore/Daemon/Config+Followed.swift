public import LiveModel

extension Config {
  /// The warnings of a configuration, with regard to what orders have added to `follow`.
  public struct Review: Sendable {
    /// The warnings that hold.
    public var warnings: [Fault]
    /// The teams and players that orders have added, such as `BOS` and `Shohei Ohtani (660271)`.
    public var followed: [String]
  }

  /// Reads what orders have added from the log, if there is one that can be read. Looks up the state folder in the
  /// environment of a process. Changes nothing.
  public func review(environment: [String: String]) -> Review {
    let path = Paths(environment: environment).logFile(self)
    let stored = (try? LogSnapshot(path: path).followed()) ?? []
    let list = FollowList(follow, reading, stored: stored)
    return Review(
      warnings: reading.warnings(alsoFollowing: list.storedTeams, players: list.storedPlayers),
      followed: stored.map { FollowSubject($0).words })
  }
}
