package import LiveModel

extension SinkListing.Entry {
  /// The state in words: `failing since 2026-11-23 05:07:00 EST: status 401 (check its url)`.
  package func stateText(_ time: (Timestamp) -> String) -> String {
    let reason: String? =
      switch state {
      case .disabled: disabled
      case .failing: failure.map { $0 + (wait(time) ?? "") }
      case .paused: pausedSince == nil ? pause : nil
      case .removed: "not configured any more"
      case .waiting: failure
      default: nil
      }
    let beginning =
      switch state {
      case .disabled: disabledSince
      case .failing: failingSince
      case .paused where until == nil: pausedSince
      default: Timestamp?.none
      }
    let since = beginning.map { " since \(time($0))" }
    let order = state == .paused && pausedSince != nil ? " by an operator" : ""
    let name = (state?.rawValue ?? (disabled == nil ? "" : "disabled")) + order
    let end = until.map { " until \(time($0))" } ?? delaySeconds.map { " \($0) s" }
    let dead = hasFreshDeadLetters == true ? lastDead.map { "last dead letter \(time($0))" } : nil
    let text = name + (since ?? "") + (end ?? "") + (reason.map { ": \($0)" } ?? "")
    return [text, dead].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Advice on a sink that gets nothing; nil for any other, and for one that resumes by itself.
  package var remedy: String? {
    switch state {
    case .disabled:
      "sink '\(name)': correct its settings and reload; if it works as it is, run 'livegamed sink enable \(name)'"
    case .failing:
      "sink '\(name)': 'livegamed sink test \(name)' tries it now; each message is retried until it expires or is refused "
        + "for good"
    case .paused where pausedSince != nil: "sink '\(name)': 'livegamed sink resume \(name)' ends the pause"
    default: nil
    }
  }

  /// Returns what the plays wait for that are in no message yet; nil in a state of another release.
  package func reasonToWait(_ time: (Timestamp) -> String) -> String? {
    let until = self.until.map { " until \(time($0))" } ?? ""
    switch state {
    case .removed?: return "the sink is no longer configured"
    case .disabled?: return "the sink is disabled"
    case .failing?: return "the sink is failing"
    case .paused? where pausedSince != nil: return "the sink is paused\(until)"
    case .paused?: return "the receiver asked for a pause\(until)"
    case .quiet?: return "quiet hours\(until)"
    case .delayed?: return "delayed" + (delaySeconds.map { " by \($0) s" } ?? "")
    case .waiting?: return "waiting for a delay or an earlier message"
    default: return nil
    }
  }
}
