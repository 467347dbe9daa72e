/// A service that lists teams and players beside a league's own source. It has limits of its own, and it may need a key.
package struct ListingService: Equatable, Sendable {
  /// The service as people name it: `balldontlie`.
  package var name: String
  /// The beginning of the URLs of all its requests, without the slash behind it.
  package var baseURL: String
  /// The most requests in a minute.
  package var requestsPerMinute: Int
  /// Whether the requests have a key.
  package var hasKey: Bool
  /// The configuration's section about the service: `source.nba.numbers`.
  package var section: String
  /// Beginnings of the paths that each key may ask for, whatever its plan.
  package var basicPaths: [String]
  /// The benefit of a key for its user, as a sentence.
  package var benefit: String
  /// How to get a key.
  package var application: String

  package init(
    name: String, baseURL: String, requestsPerMinute: Int, hasKey: Bool, section: String, basicPaths: [String],
    benefit: String, application: String
  ) {
    (self.name, self.baseURL, self.requestsPerMinute) = (name, baseURL, requestsPerMinute)
    (self.hasKey, self.section, self.basicPaths) = (hasKey, section, basicPaths)
    (self.benefit, self.application) = (benefit, application)
  }

  /// Returns the endpoint of a URL, which is its path with `*` in place of numbers; nil for the URL of another service.
  package func endpoint(of url: String) -> Endpoint? {
    guard url.hasPrefix(baseURL + "/") else { return nil }
    let path = url.dropFirst(baseURL.count).prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map { $0.allSatisfy(\.isNumber) ? "*" : String($0) }
    let text = "/" + parts.joined(separator: "/")
    return Endpoint(path: text, isBasic: basicPaths.contains(text))
  }

  /// The kind of a request.
  package struct Endpoint: Hashable, Sendable {
    /// `/v1/players/*`.
    package var path: String
    /// Whether every key may ask for it.
    package var isBasic: Bool
  }

  /// The fault of a request that needs a key.
  package var missingKey: Fault {
    Fault(.lookupNoKey, "\(name) needs a key. \(benefit)", hint: "\(application), and set \(section).key")
  }

  /// Returns the fault of a request that the service refuses: because of the key, or because of its plan.
  package func refusal(of endpoint: Endpoint, status: Int) -> Fault {
    endpoint.isBasic
      ? Fault(
        .lookupRefused, "\(name) refuses the key (\(status)), and is not asked again until livegamed restarts",
        hint: "correct \(section).key; \(application)")
      : Fault(
        .lookupRefused, "the plan of the key does not have \(name)'s \(endpoint.path) (\(status))",
        hint: "all else goes on; a better plan of \(name) has it, from the next start of livegamed")
  }

  /// Returns the fault of a request that the service would refuse because of its limit.
  package func busy(for wait: Duration) -> Fault {
    let seconds = max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0))
    return Fault(
      .lookupLimit, "\(name) takes \(requestsPerMinute.counted("request")) a minute from this key",
      hint: "ask again in \(seconds) s")
  }
}
