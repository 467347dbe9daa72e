internal import LiveCore
internal import LiveModel

/// The state of the daemon in one sentence, and what to do about it: the template `daemon/state`.
struct StateCard: Sendable {
  /// Whether something needs the operator.
  var isBad: Bool
  /// `Games are followed; one receiver is switched off`.
  var verdict: String
  var advice: [Advice]

  /// A problem, with the command that helps.
  struct Advice: Sendable {
    var text: String
    var command: String?
  }

  init(_ status: DaemonStatus, _ viewer: DaemonViewer) {
    let sinks = (status.sinks ?? []).filter { $0.state != .removed }
    let troubles = Self.troubles(of: status, sinks)
    isBad = !status.isHealthy || sinks.contains { $0.state == .failing }
    verdict = ([Self.beginning(status)] + [troubles.joined(separator: ", ")]).filter { !$0.isEmpty }
      .joined(separator: "; ")
    if troubles.isEmpty, !sinks.isEmpty, !isBad {
      verdict += sinks.allSatisfy { $0.state == .ok } ? "; every receiver is up to date" : "; every receiver works"
    }
    advice = Self.advice(on: status, sinks, viewer)
    if isBad, advice.isEmpty {
      // A problem that this version does not know is only in the daemon's words.
      advice = status.problems(in: viewer.zone).map { Advice(text: $0.asSentence) }
    }
  }

  private static func beginning(_ status: DaemonStatus) -> String {
    if status.logError != nil { return "The log cannot be read or written" }
    let sources = (status.source ?? [:]).sorted { $0.key < $1.key }
    let failing = sources.filter { $0.value.state == .failing }.map { $0.key.uppercased() }
    if !failing.isEmpty {
      return "\(failing.joined(separator: " and ")) \(failing.count == 1 ? "does" : "do") not answer"
    }
    if !sources.isEmpty, sources.allSatisfy({ $0.value.state == .starting }) { return "The daemon is starting" }
    return "Games are followed"
  }

  private static func troubles(of status: DaemonStatus, _ sinks: [SinkListing.Entry]) -> [String] {
    func words(_ state: SinkState, _ one: String, _ several: String) -> String? {
      let count = sinks.count { $0.state == state }
      return count == 0 ? nil : count == 1 ? "one receiver \(one)" : "\(count) receivers \(several)"
    }
    let isSlow = (status.source ?? [:]).values.contains { ($0.gamesWaiting ?? 0) > 0 }
    return [
      words(.disabled, "is switched off", "are switched off"), words(.failing, "fails", "fail"),
      words(.paused, "is paused", "are paused"),
      sinks.contains { $0.hasFreshDeadLetters == true } ? "messages were given up" : nil,
      status.configError == nil ? nil : "the new configuration was refused",
      isSlow ? "some games wait for requests" : nil,
    ].compactMap(\.self)
  }

  private static func advice(
    on status: DaemonStatus, _ sinks: [SinkListing.Entry], _ viewer: DaemonViewer
  ) -> [Advice] {
    let sources = (status.source ?? [:]).sorted { $0.key < $1.key }.map { ($0.key.uppercased(), $0.value) }
    let failing = sources.compactMap { name, source in
      source.state == .failing ? source.error.map { Advice(text: "\(name): \($0)".asSentence) } : nil
    }
    let slow = sources.compactMap { name, source in
      (source.gamesWaiting ?? 0) > 0
        ? Advice(text: "Games of \(name) wait too long for a request. Raise poll.requests_per_second.") : nil
    }
    let config = [
      status.configError.map {
        Advice(text: "The old configuration stays in force: \($0)".asSentence, command: "sudo livegamed check-config")
      },
      status.needsRestart.map {
        Advice(
          text: "Changes of \($0.joined(separator: ", ")) take effect after a restart:",
          command: "sudo systemctl restart livegamed")
      },
      status.configWarnings.map {
        Advice(text: "The configuration has \($0.counted("warning")):", command: "sudo livegamed check-config")
      },
    ]
    return [status.logError.map { Advice(text: $0.asSentence) }].compactMap(\.self) + failing + slow
      + config.compactMap(\.self) + sinks.flatMap { advice(on: $0, viewer) }
  }

  private static func advice(on sink: SinkListing.Entry, _ viewer: DaemonViewer) -> [Advice] {
    let words = "“\(sink.name)” is " + sink.stateText(viewer.text)
    let own: Advice? =
      switch sink.state {
      case .disabled:
        Advice(
          text: "\(words). Correct its settings and reload. If it works as it is:",
          command: "sudo livegamed sink enable \(sink.name)")
      case .failing:
        Advice(text: "\(words). This tries it now:", command: "sudo livegamed sink test \(sink.name)")
      case .paused where sink.pausedSince != nil:
        Advice(text: "\(words). This ends the pause:", command: "sudo livegamed sink resume \(sink.name)")
      default: nil
      }
    let dead = sink.hasFreshDeadLetters == true ? sink.dead ?? 1 : 0
    let lost =
      dead == 0
      ? nil
      : Advice(
        text: "\(dead.counted("fact")) for “\(sink.name)” \(dead == 1 ? "was" : "were") given up:",
        command: "livegamed outbox list --sink \(sink.name)")
    return [own, lost].compactMap(\.self)
  }
}
