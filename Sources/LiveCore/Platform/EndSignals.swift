internal import UnixSignals

/// The signals by which people end a program or change its terminal, for a command that has something to put right
/// before it goes. From when it is made they no longer end the process by themselves.
public struct EndSignals: Sendable {
  private let signals: UnixSignalsSequence

  /// Listens to SIGINT and SIGTERM, and to the size of the terminal.
  public init() async { signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sigwinch, .sigcont) }

  /// The number of the signal that asks for the end; nil when the task is cancelled. Calls `resized` when the terminal
  /// has another size, or is ours again after a stop.
  public func wait(resized: () async -> Void = {}) async -> Int32? {
    for await signal in signals {
      guard signal == .sigwinch || signal == .sigcont else { return signal.rawValue }
      await resized()
    }
    return nil
  }
}
