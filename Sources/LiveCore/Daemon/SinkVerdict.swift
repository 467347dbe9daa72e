/// What became of a `SinkTrial`.
public struct SinkVerdict: Equatable, Sendable, Encodable {
  /// As in the configuration.
  public var sink: String
  /// What it speaks, such as `webhook`.
  public var type: String
  /// The receiver has the message.
  public var accepted: Bool
  /// What the receiver said, or why it said nothing, without secrets.
  public var answer: String
  /// What livegamed does with a message after such an answer.
  public var outcome: String
  /// What the answer does not prove.
  public var note: String?
}

extension SinkVerdict {
  init(_ settings: SinkSettings, _ answer: Answer, step: Retry.Step, at now: Timestamp) {
    (sink, type) = (settings.name, settings.kind.rawValue)
    accepted = if case .accepted = answer { true } else { false }
    self.answer = answer.words
    outcome = step.words(at: now)
    note =
      settings.kind == .homeAssistant && accepted
      ? "Home Assistant accepts whatever it is sent: see whether the automation ran" : nil
  }
}

extension Answer {
  fileprivate var words: String {
    switch self {
    case .accepted(let receipt):
      receipt.handle.map { "accepted, as message '\(Excerpt.beginning(of: $0.rawValue))'" } ?? "accepted"
    case .slowDown(_, _, let reason), .tryAgain(let reason), .badMessage(let reason), .lostTarget(let reason),
      .deadEndpoint(let reason):
      reason.text
    case .cancelled: "the attempt was given up"
    }
  }
}

extension Retry.Step {
  fileprivate func words(at now: Timestamp) -> String {
    switch self {
    case .done: "delivered"
    case .wait(let due, _): "would be tried again in \(Self.seconds(due - now))"
    case .bury: "would be given up, and kept among the dead letters"
    case .retell: "would be told anew"
    case .disable: "the sink would be disabled until its address is another or 'livegamed sink enable' is run"
    case .leave: "would be sent again at the next start"
    }
  }

  private static func seconds(_ span: Duration) -> String {
    let seconds = (span.wholeMilliseconds + 999) / 1000
    return "\(seconds) s"
  }
}
