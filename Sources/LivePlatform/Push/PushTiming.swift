/// The intervals of a push socket's connections.
package struct PushTiming: Equatable, Sendable {
  /// Interval of the heartbeat texts.
  package var heartbeat: Duration = .seconds(10)
  /// Interval of pings.
  package var ping: Duration = .seconds(20)
  /// Limit for the answer to a ping.
  package var pong: Duration = .seconds(10)
  /// Limit for name look-up, TCP and TLS together, and again for the handshake.
  package var handshake: Duration = .seconds(10)
  /// Limit for the server's part of a closing handshake.
  package var closing: Duration = .seconds(1)
  /// The first wait before a new attempt; each failure doubles it.
  package var firstWait: Duration = .seconds(3)
  /// The longest of these waits.
  package var longestWait: Duration = .seconds(300)
  /// The wait after a close code that means "not yet".
  package var unavailable: Duration = .seconds(300)
  /// The wait after 401, 403 and 429 without `Retry-After`.
  package var refused: Duration = .seconds(1800)
  /// First attempts, and attempts after a fixed wait, are spread over this span.
  package var spread: Duration = .seconds(1)
  /// Failed attempts in a row after which no further one is made.
  package var attempts = 10

  package init() {}

  /// Returns the same intervals, all multiplied by `factor`.
  package func scaled(by factor: Double) -> PushTiming {
    var timing = self
    for interval in [
      \PushTiming.heartbeat, \.ping, \.pong, \.handshake, \.closing, \.firstWait, \.longestWait, \.unavailable,
      \.refused, \.spread,
    ] { timing[keyPath: interval] = timing[keyPath: interval] * factor }
    return timing
  }
}
