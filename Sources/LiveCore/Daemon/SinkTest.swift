internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform

/// Sends one message to one sink of a configuration, as the daemon would, and reports how the daemon would treat the
/// answer. Ignores delay, quiet hours and limits, and stores nothing.
public struct SinkTest: Sendable {
  private let config: Config
  private let environment: [String: String]

  /// Creates a test of a configuration's sinks; `environment` is that of the process.
  public init(config: Config, environment: [String: String]) {
    (self.config, self.environment) = (config, environment)
  }

  /// Makes one attempt. Throws `sink.unknown`, or the faults of the sink's settings.
  public func run(_ name: String) async throws -> SinkTestResult {
    Signals.ignoreHangUps()
    let transport = try CurlTransport(limits: .deliveries)
    defer { transport.close() }
    return try await run(name, over: transport, from: ProcessInfo.processInfo.hostName, at: WallClock.now())
  }

  func run(
    _ name: String, over transport: some HTTPTransport, from host: String, at now: Timestamp
  ) async throws -> SinkTestResult {
    let settings = try config.settings(ofSink: name)
    let configured = try SinkBuilder(transport: transport, environment: environment).build(settings)
    let log = LogID.random()
    let text = "Test from livegamed on \(host): this sink works."
    let message = try configured.sink.compose(try Self.content(text, for: configured.sink, log: log, at: now))
    let id = WebhookID(log: log, sink: name, events: ["test", String(now.milliseconds)])
    let answer = await configured.sink.send(message, id: id, at: now)
    let retry = Retry(attempts: 0, deadline: now + configured.options.expires, seed: id.rawValue)
    return SinkTestResult(settings, answer, step: retry.step(after: answer, at: now), at: now)
  }

  /// Returns a notice for people, or an event for a program, which can read nothing else.
  private static func content(
    _ text: String, for sink: any Sink, log: LogID, at now: Timestamp
  ) throws -> MessageContent {
    guard sink.traits.audience == .program else { return .notice(text) }
    let event = Event.test(text, league: Leagues.known.ids.first ?? LeagueID(rawValue: "test"), at: now)
    let line = try CloudEvent(event: event, sequence: 0, logID: log).line()
    return .news([DeliverableEvent(event: event, line: line)], thread: nil)
  }
}

extension Fault.Code {
  static let sinkUnknown = Fault.Code("sink.unknown")
}

/// Result of a `SinkTest`.
public struct SinkTestResult: Equatable, Sendable, Encodable {
  /// Name of the sink in the configuration.
  public var sink: String
  /// Type of the sink, such as `webhook`.
  public var type: String
  /// Whether the receiver accepted the message.
  public var accepted: Bool
  /// Answer of the receiver, or why there is none, without secrets.
  public var answer: String
  /// The step that livegamed takes with a message after such an answer.
  public var outcome: String
  /// A remark about the attempt, such as its limit as a proof; nil for most sinks.
  public var note: String?
}

extension SinkTestResult {
  init(_ settings: SinkSettings, _ answer: Answer, step: Retry.Step, at now: Timestamp) {
    (sink, type) = (settings.name, settings.type)
    accepted = answer.end == .accepted
    self.answer = answer.words
    outcome = step.words(for: settings.name, at: now)
    note = settings.kind.testNote(after: answer.end)
  }
}

extension Answer {
  fileprivate var end: TestMessageEnd {
    if case .accepted = self { return .accepted }
    if case .fault? = reason?.cause { return .notSent }
    return .notAccepted
  }

  fileprivate var words: String {
    switch self {
    case .accepted(let receipt):
      receipt.handle.map { "accepted, as message '\(Excerpt.beginning(of: $0.rawValue))'" } ?? "accepted"
    case .slowDown, .tryAgain, .badMessage, .lostTarget, .deadEndpoint, .cancelled:
      FailedAttempt(self)?.text ?? "the attempt was given up"
    }
  }
}

extension Retry.Step {
  fileprivate func words(for sink: String, at now: Timestamp) -> String {
    switch self {
    case .done: "the message is delivered"
    case .wait(let due, _): "the message would be tried again in \(Self.seconds(due - now)), until it expires"
    case .deadLetter: "the message would be given up, and kept among the dead letters"
    case .recompose: "the message would be sent again as a new one"
    case .disable: "the sink would be disabled until its address changes or 'livegamed sink enable \(sink)' is run"
    case .leave: "the message would be sent again"
    }
  }

  private static func seconds(_ span: Duration) -> String {
    let seconds = (span.wholeMilliseconds + 999) / 1000
    return "\(seconds) s"
  }
}
