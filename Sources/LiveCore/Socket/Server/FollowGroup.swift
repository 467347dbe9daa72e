internal import LivePlatform

/// The group whose members may change what is followed, besides root and the daemon's own user.
struct FollowGroup: Equatable, Sendable {
  /// Its name in the configuration.
  var name: String
  /// Nil when the system has no such group: then it admits nobody.
  private let group: SystemGroup?

  /// Finds a group of the system.
  init(named name: String) { self.init(name: name, group: SystemGroup(named: name)) }

  init(name: String, group: SystemGroup?) { (self.name, self.group) = (name, group) }

  /// Whether the system has the group.
  var exists: Bool { group != nil }

  /// Whether the daemon can see who is a member; true for a group that does not exist.
  var isVisible: Bool { group?.isVisible ?? true }

  /// Returns whether a process with these groups is a member.
  func isAdmitted(_ groups: [UInt32]) -> Bool { group?.isAmong(groups) ?? false }
}
