/// What an HTTP status means to every sink. A sink that knows better states only its exceptions: see `ServiceRefusal`
/// for the services that people read.
///
/// Source: RFC 9110 §15; Standard Webhooks, "Deliverability and Reliability".
enum StatusClass: Equatable, Sendable, CaseIterable {
  /// 2xx.
  case accepted
  /// 3xx: a failure, for a redirect could lead a signed message anywhere.
  case redirected
  /// 401, 403, 404: a receiver that is being set up or moved says so too, so that it is tried until the message expires.
  case refused
  /// 408, 425, 429, 5xx, and what is no final answer: later.
  case busy
  /// Every other 4xx: the same bytes will not do better.
  case badMessage
  /// 410: the receiver asks for no more.
  case gone

  init(_ status: Int) {
    switch status {
    case 200...299: self = .accepted
    case 300...399: self = .redirected
    case 401, 403, 404: self = .refused
    case 408, 425, 429: self = .busy
    case 410: self = .gone
    case 400...499: self = .badMessage
    default: self = .busy
    }
  }
}
