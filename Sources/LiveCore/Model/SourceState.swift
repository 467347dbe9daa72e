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
  /// How many games fail, also while the source as a whole does not; nil for none.
  var gamesFailing: Int?
  /// How many games wait far too long for a request, for more are polled than the budget allows; nil for none.
  var gamesWaiting: Int?

  private enum CodingKeys: String, CodingKey {
    case state, since, error
    case gamesFailing = "games_failing"
    case gamesWaiting = "games_waiting"
  }
}
