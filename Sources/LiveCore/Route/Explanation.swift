/// The reasons why an event goes to its sinks.
public struct Explanation: Equatable, Sendable, Encodable {
  /// The result of `follow`.
  public let follow: Follow
  /// Every route in order, including skipped ones. Without routes, one step that represents all sinks.
  public let routes: [Step]
  /// The sinks that receive the event, in the order of the routes, each once.
  public let sinks: [String]

  /// The required and the actual value of one condition.
  public struct Finding: Equatable, Sendable, Encodable {
    /// The condition's key in the configuration, such as `score_margin`.
    public let key: String
    /// The condition's value in the configuration.
    public let wants: String
    /// The event's value; empty when it has none.
    public let has: String
    /// Whether the condition is met.
    public let fits: Bool
  }

  /// The decision of `follow`.
  public struct Follow: Equatable, Sendable, Encodable {
    /// Whether the event is followed. If not, all routes are skipped.
    public let isFollowed: Bool
    /// One match suffices. Empty when everything is followed.
    public let findings: [Finding]

    private enum CodingKeys: String, CodingKey {
      case isFollowed = "followed"
      case findings
    }
  }

  /// The decision of one route.
  public struct Step: Equatable, Sendable, Encodable {
    /// The number, from 1, over all files; nil for the step that represents all sinks.
    public let number: Int?
    /// The location in the configuration, such as `livegamed.yaml:14:5`.
    public let place: String?
    /// The route's decision.
    public let decision: Decision
    /// All must match. Empty when the route matches everything or was skipped.
    public let findings: [Finding]
    /// The sinks of the route, if it matched.
    public let offers: [Offer]
    /// Whether the route matched and ends the list.
    public let stops: Bool
  }

  /// The decision of a route about an event.
  public enum Decision: String, Sendable, Encodable {
    /// All conditions are met; the route adds its sinks.
    case matches
    /// At least one condition is not met.
    case differs = "does_not_match"
    /// Skipped: an earlier route ended the list, or the event is not followed.
    case notAsked = "not_asked"
  }

  /// The result for one sink of a matching route.
  public struct Offer: Equatable, Sendable, Encodable {
    /// The sink's name in the configuration.
    public let sink: String
    /// Whether and why the route added the sink.
    public let outcome: Outcome
  }

  /// The possible results for a sink.
  public enum Outcome: String, Sendable, Encodable {
    /// The route adds the sink.
    case added
    /// An earlier entry already added the sink.
    case addedBefore = "added_before"
    /// Events of importance 0 go to a sink for people only if the route has a condition on `importance`.
    case unimportant
    /// The event is provisional, and the sink has no `early: true`.
    case provisional
    /// No sink has that name.
    case unknown
  }
}

extension Explanation {
  /// The explanation as text: the result of `follow`, each route with its reasons, and finally the sinks.
  public var lines: [String] {
    [follow.line] + follow.findings.map(\.line) + routes.flatMap { lines(of: $0) }
      + ["goes to \(sinks.isEmpty ? "no sink" : sinks.joined(separator: ", "))"]
  }

  private func lines(of step: Step) -> [String] {
    ["\(step.name): \(words(for: step))"] + step.findings.map(\.line) + step.offers.map(\.line)
      + (step.stops ? ["  stop: later routes are skipped"] : [])
  }

  private func words(for step: Step) -> String {
    switch step.decision {
    case .matches: step.findings.isEmpty ? "matches everything" : "matches"
    case .differs: "does not match"
    case .notAsked where !follow.isFollowed: "skipped, the event is not followed"
    case .notAsked: "skipped after a 'stop'"
    }
  }
}

extension Explanation.Follow {
  fileprivate var line: String {
    findings.isEmpty ? "game: followed (no 'follow')" : "game: \(isFollowed ? "followed" : "not followed")"
  }
}

extension Explanation.Step {
  /// The step as `route 2 (livegamed.yaml:14:5)`.
  fileprivate var name: String {
    guard let number else { return "no routes" }
    return "route \(number)" + (place.map { " (\($0))" } ?? "")
  }
}

extension Explanation.Finding {
  fileprivate var line: String { "  \(fits ? "+" : "-") \(key): wants \(wants), has \(has.isEmpty ? "none" : has)" }
}

extension Explanation.Offer {
  fileprivate var line: String {
    switch outcome {
    case .added: "  > \(sink)"
    case .addedBefore: "  = \(sink), already added"
    case .unimportant: "  x \(sink): importance 0 reaches people only through a route with 'importance'"
    case .provisional: "  x \(sink): the event is provisional, and the sink has no 'early: true'"
    case .unknown: "  x \(sink): there is no such sink"
    }
  }
}
