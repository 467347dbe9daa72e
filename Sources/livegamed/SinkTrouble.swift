import LiveCore

/// The problem of a sink, for the tables of `status` and `sink list`.
struct SinkTrouble {
  /// Why nothing is sent to it any more, and since when.
  var disabled: String?
  var since: Timestamp?
  /// The receiver's answer that asked for a pause, and its end.
  var pause: String?
  var until: Timestamp?
  /// Why the last attempt failed of what waits.
  var error: String?

  /// The gravest of them; empty when nothing is wrong.
  var text: String {
    if let disabled { return "disabled\(since.map { " since \($0.toTheSecond)" } ?? ""): \(disabled)" }
    if let until { return "paused until \(until.toTheSecond)\(pause.map { ": \($0)" } ?? "")" }
    return error.map { "failing: \($0)" } ?? ""
  }

  /// `dead`: facts that were given up.
  func colour(dead: Int) -> TextTable.Colour {
    disabled != nil ? .red : until != nil || error != nil || dead > 0 ? .yellow : .plain
  }
}
