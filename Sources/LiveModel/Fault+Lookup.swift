/// Codes of the faults of lookups that a league's plans know.
extension Fault.Code {
  /// The source has nothing at the URL of a request.
  package static let lookupNotFound = Fault.Code("lookup.not-found")
  /// No team, player or position has the name of a question.
  package static let lookupUnknownName = Fault.Code("lookup.unknown-name")
  /// A service needs a key that the configuration does not have.
  package static let lookupNoKey = Fault.Code("lookup.no-key")
  /// A service refuses the key, or the key's plan does not have the request.
  package static let lookupRefused = Fault.Code("lookup.refused")
  /// The limit of a service is used up.
  package static let lookupLimit = Fault.Code("lookup.limit")
}
