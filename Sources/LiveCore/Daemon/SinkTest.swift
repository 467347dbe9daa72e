internal import FoundationEssentials

/// Sends one message to one sink of a configuration, as the daemon would, and says what the daemon would make of the
/// answer. Delay, quiet hours and limits do not hold for it, and nothing is remembered.
public struct SinkTest: Sendable {
  private let config: Config
  private let environment: [String: String]

  /// A trial of what this configuration says; `environment` is the process's own.
  public init(config: Config, environment: [String: String]) {
    (self.config, self.environment) = (config, environment)
  }

  /// Makes one attempt. Throws `sink.unknown`, or what is wrong with the sink's settings.
  public func run(_ name: String) async throws -> SinkTestResult {
    Signals.ignoreHangUps()
    let transport = try CurlTransport(limits: .deliveries)
    defer { transport.close() }
    return try await run(name, over: transport, from: ProcessInfo.processInfo.hostName, at: WallClock.now())
  }

  func run(
    _ name: String, over transport: some HTTPTransport, from host: String, at now: Timestamp
  ) async throws -> SinkTestResult {
    let settings = try settings(of: name)
    let post = try SinkBuilder(transport: transport, environment: environment).post(settings)
    let log = LogID.random()
    let text = "Test from livegamed on \(host): this sink works."
    let letter = try post.sink.compose(try Self.content(text, for: post.sink, log: log, at: now))
    let id = WebhookID(log: log, sink: name, events: ["test", String(now.milliseconds)])
    let answer = await post.sink.send(Message(id: id, body: letter.body), at: now)
    let retry = Retry(attempts: 0, deadline: now + post.options.expires, seed: id.rawValue)
    return SinkTestResult(settings, answer, step: retry.step(after: answer, at: now), at: now)
  }

  private func settings(of name: String) throws(Fault) -> SinkSettings {
    if let settings = config.sinks.first(where: { $0.name == name }) { return settings }
    let names = config.sinks.map(\.name)
    let known = names.isEmpty ? "the configuration has none" : "there are \(names.joined(separator: ", "))"
    throw Fault(
      .sinkUnknown, "there is no sink \(quoted(name)) in the configuration",
      hint: Suggestion.hint(name, among: names, otherwise: known))
  }

  /// A notice for people; for a program an event, for it can read nothing else.
  private static func content(
    _ text: String, for sink: any Sink, log: LogID, at now: Timestamp
  ) throws -> MessageContent {
    guard sink.traits.audience == .program else { return .notice(text) }
    let event = Event.test(text, at: now)
    let line = try CloudEvent(event: event, sequence: 0, logID: log).line()
    return .news([DeliverableEvent(event: event, line: line)], thread: nil)
  }
}

extension Fault.Code {
  static let sinkUnknown = Fault.Code("sink.unknown")
}

/// The result of a `SinkTest`.
public struct SinkTestResult: Equatable, Sendable, Encodable {
  /// As in the configuration.
  public var sink: String
  /// The sink's type, such as `webhook`.
  public var type: String
  /// The receiver has the message.
  public var accepted: Bool
  /// The receiver's answer, or the reason why there is none, without secrets.
  public var answer: String
  /// The daemon's reaction to such an answer.
  public var outcome: String
  /// A limit of what the answer proves.
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
