/// How a league's source stands.
struct SourceState: Equatable, Codable, Sendable {
  enum State: String, Codable, Sendable {
    /// It has not answered yet.
    case starting
    case ok
    /// What is asked of it is answered badly or not at all, time and again.
    case failing
  }

  var state: State
  var since: Timestamp
  /// Why it fails.
  var error: String?
}
