@testable import LiveCore

extension Answer {
  /// Nil when the message was taken, or when nobody knows.
  var reason: Reason? {
    switch self {
    case .accepted, .cancelled: nil
    case .slowDown(_, _, let reason), .tryAgain(let reason), .badMessage(let reason), .lostTarget(let reason),
      .deadEndpoint(let reason):
      reason
    }
  }
}
