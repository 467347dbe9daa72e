/// What the socket tells of the daemon besides its log. Closures, for this room does not know those that know it; each
/// is called on the server's thread, for every client that asks, and copies what is ready.
struct DaemonInfo: Sendable {
  /// The games as they stand now.
  var board: @Sendable () -> GamesView = { GamesView() }
  /// How each league's source stands, by the league's short name.
  var sources: @Sendable () -> [String: SourceState] = { [:] }
  /// The sinks that the daemon serves.
  var sinks: @Sendable () -> [SinkInfo] = { [] }
  /// Why the last configuration was not put in force; nil when it was.
  var refusal: @Sendable () -> String? = { nil }
  /// How the destination of the daemon's own log stands.
  var ownLog: @Sendable () -> OwnLogStanding = { OwnLogStanding() }
  /// When the daemon began, by the wall clock as it stands now.
  var since: @Sendable () -> Timestamp = WallClock.now
}
