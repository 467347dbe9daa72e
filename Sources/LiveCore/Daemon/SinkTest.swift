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
