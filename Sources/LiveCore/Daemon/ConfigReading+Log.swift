internal import LiveModel
internal import LivePlatform
public import Logging

extension ConfigReading {
  /// Logs each warning.
  public func log(to logger: Logger) {
    for warning in warnings { logger.warning("configuration warning", metadata: Fault.metadata(of: warning)) }
  }
}
