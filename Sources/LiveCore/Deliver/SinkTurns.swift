/// The sinks that this daemon serves, of those that it shares with others.
protocol SinkTurns: Sendable {
  /// Waits until this daemon is the one that serves the sink, and its log knows what the sink has got from others.
  func begin(_ sink: String) async throws(CancellationError)

  /// Returns whether this daemon is still the one that serves the sink.
  func serves(_ sink: String) -> Bool

  /// Waits until another daemon may serve the sink.
  func lost(_ sink: String) async

  /// Lets another daemon serve the sink. No message to it is under way.
  func end(_ sink: String) async
}
