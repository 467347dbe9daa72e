internal import FoundationEssentials

/// Tries a configuration's routes on one event. Nothing is sent.
public struct RouteTest: Sendable {
  private let router: Router

  /// A trial of what this configuration says.
  public init(config: Config) { router = Router(config) }

  /// Explains where an event goes that is described by hand. Throws `event.impossible` when the description is none.
  public func explanation(of sketch: SampleEvent) throws(Fault) -> Explanation { router.explain(try sketch.event()) }

  /// Explains where an event goes that the socket or a webhook has brought: one CloudEvent in JSON, however it is laid
  /// out. Throws `event.unreadable` when it is none.
  public func explanation(of bytes: [UInt8]) throws(Fault) -> Explanation { router.explain(try Self.event(bytes)) }

  private static func event(_ bytes: [UInt8]) throws(Fault) -> Event {
    do {
      return try CloudEvent(line: bytes).event
    } catch {
      throw Fault(
        .eventUnreadable, problem(error),
        hint: "give it one event as 'livegamed watch --json' prints it, or as a webhook brings it")
    }
  }

  /// In words that say which member is wrong, not what it holds.
  private static func problem(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      let whole = (path(context).isEmpty ? "" : path(context) + ".") + key.stringValue
      return "this is no event: it has no '\(whole.prefix(80))'"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      let path = path(context)
      return path.isEmpty ? "this is not one JSON object" : "this is no event: '\(path.prefix(80))' is not understood"
    default: return "this is no event"
    }
  }
}

extension Fault.Code {
  static let eventUnreadable = Fault.Code("event.unreadable")
}
