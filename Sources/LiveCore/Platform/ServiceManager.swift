/// The seam to whoever started the daemon and looks after it: systemd, or nobody.
///
/// Nothing here throws: without a manager every call does nothing, and one that cannot be reached notices by itself that
/// it hears no more.
protocol ServiceManager: Sendable {
  /// Says that start-up is over, or the reload that `reloading` began.
  func ready(status: String)
  /// Says in one line how the daemon fares; it replaces the line before.
  func status(_ text: String)
  /// Says that a reload has begun; `ready` ends it.
  func reloading()
  /// Says that the daemon has begun to stop.
  func stopping()
  /// Asks for so much time from now on, at the start or the stop.
  func extendTimeout(by span: Duration)
  /// Says that the daemon makes progress.
  func beat()
  /// The daemon is killed when no beat comes for this long; nil when nobody counts them.
  var watchdogInterval: Duration? { get }
}
