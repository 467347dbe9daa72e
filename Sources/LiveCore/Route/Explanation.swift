/// Why an event goes to the sinks it goes to.
public struct Explanation: Equatable, Sendable, Encodable {
  /// The decision of `follow`.
  public let follow: Follow
  /// Every route in order, also those that are not asked; without routes one step that stands for all sinks.
  public let routes: [Step]
  /// The sinks that get the event, in the order of the routes, each once.
  public let sinks: [String]

  /// A condition, and the event's value for it.
  public struct Finding: Equatable, Sendable, Encodable {
    /// The condition's key in the configuration, such as `score_margin`.
    public let key: String
    /// Its value there.
    public let wants: String
    /// The event's; empty when it has none.
    public let has: String
    /// Whether the condition is met.
    public let fits: Bool
  }

  /// The decision of `follow`.
  public struct Follow: Equatable, Sendable, Encodable {
    /// Whether it concerns anybody; if not, no route is asked.
    public let isFollowed: Bool
    /// One that fits is enough; none means that everything is followed.
    public let findings: [Finding]

    private enum CodingKeys: String, CodingKey {
      case isFollowed = "followed"
      case findings
    }
  }

  /// The decision of one route.
  public struct Step: Equatable, Sendable, Encodable {
    /// From 1, over all files; nil for what holds without routes.
    public let number: Int?
    /// Where it is written, such as `livegamed.yaml:14:5`.
    public let place: String?
    /// The decision of the route.
    public let decision: Decision
    /// All must fit; none means that everything matches. Empty too when it was not asked.
    public let findings: [Finding]
    /// The sinks it names, if it matched.
    public let offers: [Offer]
    /// It matched and ends the list.
    public let stops: Bool
  }

  /// The possible decisions of a route.
  public enum Decision: String, Sendable, Encodable {
    /// It adds its sinks.
    case matches
    /// A condition is not met.
    case differs = "does_not_match"
    /// An earlier route has ended the list, or nobody follows the event.
    case notAsked = "not_asked"
  }

  /// The outcome for a sink that a matching route names.
  public struct Offer: Equatable, Sendable, Encodable {
    /// Its name in the configuration.
    public let sink: String
    /// Whether it got the event by it.
    public let outcome: Outcome
  }

  /// The possible outcomes for such a sink.
  public enum Outcome: String, Sendable, Encodable {
    /// It gets the event.
    case added
    /// It gets the event already.
    case addedBefore = "added_before"
    /// Importance 0 is kept from people unless the route has a condition on `importance`.
    case unimportant
    /// It waits for what is sure, for it does not say `early: true`.
    case provisional
    /// There is no such sink.
    case unknown
  }
}

extension Explanation {
  /// For people: what `follow` says, each route with its reasons, and the sinks last.
  public var lines: [String] {
    [follow.line] + follow.findings.map(\.line) + routes.flatMap { lines(of: $0) }
      + ["goes to \(sinks.isEmpty ? "no sink" : sinks.joined(separator: ", "))"]
  }

  private func lines(of step: Step) -> [String] {
    ["\(step.name): \(words(for: step))"] + step.findings.map(\.line) + step.offers.map(\.line)
      + (step.stops ? ["  stop: the routes below are not asked"] : [])
  }

  private func words(for step: Step) -> String {
    switch step.decision {
    case .matches: step.findings.isEmpty ? "matches everything" : "matches"
    case .differs: "does not match"
    case .notAsked where !follow.isFollowed: "not asked, for nobody follows this"
    case .notAsked: "not asked, after a 'stop'"
    }
  }
}

extension Explanation.Follow {
  fileprivate var line: String {
    findings.isEmpty ? "follow: everything is followed" : "follow: \(isFollowed ? "followed" : "nobody follows this")"
  }
}

extension Explanation.Step {
  /// `route 2 (livegamed.yaml:14:5)`
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
    case .addedBefore: "  = \(sink), which gets it already"
    case .unimportant: "  x \(sink): importance 0 is kept from people unless a route asks for it with 'importance'"
    case .provisional: "  x \(sink): it waits until this is sure, for it does not say 'early: true'"
    case .unknown: "  x \(sink): there is no such sink"
    }
  }
}
