package import LiveModel

/// The push sockets of all games: WebSocket connections, on one thread of their own. A server that sends nothing, too much
/// or nonsense harms its own connection only.
///
/// Certificates are always verified, and the proxy variables of the environment are ignored.
package final class PushSockets: Sendable {
  private let loop: PushLoop
  private let thread: DedicatedThread

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - timing: the intervals of all connections.
  ///   - certificates: a file of trusted certificates instead of the system's.
  ///   - now: the clock of all instants and intervals; it must not stand still while the process runs.
  ///   - chance: random numbers from 0 to 1.
  /// - Throws: `platform.curl` when libcurl does not start, `platform.thread` when the system refuses the thread.
  package init(
    timing: PushTiming = PushTiming(), certificates: String? = nil,
    now: @escaping @Sendable () -> Timestamp = { RunClock.shared.now() },
    chance: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) throws(Fault) {
    let settings = PushSettings(timing: timing, certificates: certificates, now: now, chance: chance)
    let loop = try PushLoop(settings)
    thread = try DedicatedThread(name: "livegamed-push") { loop.run() }
    self.loop = loop
  }

  deinit { close() }

  /// Connects to a socket, and again after each end of the connection, until the subscription ends. After `close`, the
  /// subscription has ended at once.
  package func subscribe(to endpoint: PushEndpoint) -> PushSubscription {
    let mailbox = PushMailbox()
    if !loop.start(endpoint, mailbox) { mailbox.end() }
    return PushSubscription(mailbox) { [waker = loop.waker] in waker.wake() }
  }

  /// Ends all subscriptions, closes their connections and waits for the thread, for about `PushTiming.closing`.
  package func close() {
    loop.close()
    thread.join()
  }
}
