/// How the destination of the daemon's own log stands.
struct OwnLogStanding: Equatable, Sendable {
  /// Lines that were dropped since the daemon began.
  var dropped = 0
  /// Since when the destination takes nothing; nil while it does.
  var blockedSince: Timestamp?

  /// A write that takes so long has not just been slow.
  static let patience: Duration = .seconds(5)

  /// Nothing was dropped and nothing hangs.
  var isWell: Bool { dropped == 0 && blockedSince == nil }
}
