/// What became of a `SinkTest`.
public struct SinkTestResult: Equatable, Sendable, Encodable {
  /// As in the configuration.
  public var sink: String
  /// What it speaks, such as `webhook`.
  public var type: String
  /// The receiver has the message.
  public var accepted: Bool
  /// What the receiver said, or why it said nothing, without secrets.
  public var answer: String
  /// What livegamed does after such an answer to a message.
  public var outcome: String
  /// What the answer does not prove.
  public var note: String?
}

extension SinkTestResult {
  init(_ settings: SinkSettings, _ answer: Answer, step: Retry.Step, at now: Timestamp) {
    (sink, type) = (settings.name, settings.kind.rawValue)
    accepted = if case .accepted = answer { true } else { false }
    self.answer = answer.words
    outcome = step.words(for: settings.name, at: now)
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
  fileprivate func words(for sink: String, at now: Timestamp) -> String {
    switch self {
    case .done: "the message is delivered"
    case .wait(let due, _): "the message would be tried again in \(Self.seconds(due - now)), until it expires"
    case .deadLetter: "the message would be given up, and kept among the dead letters"
    case .recompose: "the message would be told anew"
    case .disable: "the sink would be disabled until its address is another or 'livegamed sink enable \(sink)' is run"
    case .leave: "the message would be sent again"
    }
  }

  private static func seconds(_ span: Duration) -> String {
    let seconds = (span.wholeMilliseconds + 999) / 1000
    return "\(seconds) s"
  }
}
