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
