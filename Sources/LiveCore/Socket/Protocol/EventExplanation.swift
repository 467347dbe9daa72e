internal import FoundationEssentials
public import LiveModel

/// The answer to `explain`: what became of one event at every sink, and why.
public struct EventExplanation: Equatable, Codable, Sendable {
  /// The number of the event: its sequence in the log.
  public var sequence: Int
  /// The id of the event, such as `mlb/747175/5-top/pa/665489/1@2`.
  public var event: String
  /// The teams, such as `TOR@BOS`.
  public var subject: String?
  /// The event in one sentence.
  public var summary: String?
  /// The time when the daemon logged it.
  public var logged: Timestamp
  /// All revisions of its fact that the log holds, the oldest first; this event is one of them.
  public var revisions: [Revision]
  /// Whether the routes are now as they were for this event.
  public var configuration: Configuration
  /// One entry for each sink of then and of now.
  public var sinks: [SinkOutcome] = []

  /// One revision of the fact.
  public struct Revision: Equatable, Codable, Sendable {
    /// The sequence of the event.
    public var sequence: Int
    /// The number of the revision, from 1.
    public var revision: Int?
    /// `new`, `completed`, `corrected` or `retracted`.
    public var change: String?
  }

  /// The configuration that routed the event, compared with the present one.
  public enum Configuration: String, Codable, Sendable {
    /// It is the present one.
    case present
    /// The routes, `follow` or a sink has changed since.
    case changed
    /// A release that recorded no configuration has logged the event.
    case unrecorded
  }
}

/// The outcome of an event at one sink.
public struct SinkOutcome: Equatable, Codable, Sendable {
  /// The name of the sink.
  public var sink: String
  /// The outcome in one word.
  public var outcome: Kind
  /// When that happened; nil while the event waits, and where it is not known.
  public var at: Timestamp?
  /// When the wait ends: of a delay, quiet hours or a pause; when the next attempt is due.
  public var until: Timestamp?
  /// The receiver's id of the message.
  public var message: String?
  /// The `webhook-id` of the message.
  public var webhookID: String?
  /// The number of the message in `outbox`.
  public var number: Int?
  /// The number of plays in the message, if there are several.
  public var plays: Int?
  /// Whether the message is the digest after quiet hours or a pause.
  public var digest: Bool?
  /// The last error, or the reason of a pause or of disabling.
  public var error: String?
  /// When the trouble of the sink began.
  public var since: Timestamp?
  /// The number of failed attempts.
  public var attempts: Int?
  /// Why nothing is sent, of a skipped event: `superseded`, `unrouted`, `retracted`, `stale`, `consequence`,
  /// `completion` or `withheld`; `operator` of a pause that the operator ordered, and of the digest after one; `quiet` of
  /// the digest after quiet hours.
  public var reason: String?
  /// The sink's `expires`, of an event that was seen too late.
  public var expiresSeconds: Int?
  /// The id of the user who dropped the event.
  public var user: Int?
  /// The decisions of the routes that name the sink, of an event that they did not send there.
  public var routes: [Route]?
  /// The conditions of `follow`, of an event that is not followed.
  public var follow: [Finding]?
  /// Whether the configuration has no such sink any more.
  public var removed: Bool?

  /// Makes an outcome without details.
  init(_ sink: String, _ outcome: Kind) { (self.sink, self.outcome) = (sink, outcome) }

  private enum CodingKeys: String, CodingKey {
    case sink, outcome, at, until, message, number, plays, digest, error, since, attempts, reason, user, routes, follow
    case removed
    case webhookID = "webhook_id"
    case expiresSeconds = "expires_seconds"
  }

  /// The reason why the events of a digest were held.
  enum DigestReason: String {
    case pause = "operator"
    case quietHours = "quiet"
  }

  /// An outcome in one word.
  public enum Kind: String, Codable, Sendable {
    /// The receiver has accepted its message.
    case sent
    /// It waits for its turn.
    case waiting
    /// It waits for the end of the sink's `delay` or `group`.
    case delayed
    /// It waits for the end of quiet hours.
    case quiet
    /// It waits for the next attempt.
    case retrying
    /// It waits, and the sink fails.
    case failing
    /// It waits, because the receiver asked for no messages until a time, or the operator has paused the sink.
    case paused
    /// It waits, because the receiver was gone for good.
    case disabled
    /// It was given up.
    case dead
    /// It was given up because it was too late.
    case expired
    /// The operator has dropped it.
    case dropped
    /// There was nothing to send, or a newer revision was sent.
    case skipped
    /// `follow` excludes it.
    case notFollowed = "not_followed"
    /// No route has sent it there.
    case notRouted = "not_routed"
    /// The sink did not exist when the event was logged.
    case noSink = "no_sink"
    /// A release that recorded no reasons has logged the event.
    case unrecorded
  }

  /// The decision of a route about the event.
  public struct Route: Equatable, Codable, Sendable {
    /// The number, from 1; nil without routes, when every sink gets everything.
    public var number: Int?
    /// The location in the configuration of then, such as `livegamed.yaml:14:5`.
    public var place: String?
    /// `matches`, `does_not_match`, or `not_asked` after a route with `stop`.
    public var decision: String
    /// Why the route did not add the sink although it matched: `provisional` or `unimportant`.
    public var outcome: String?
    /// The conditions that were not met.
    public var unmet: [Finding]
  }

  /// A condition that was not met.
  public struct Finding: Equatable, Codable, Sendable {
    /// The condition's key in the configuration, such as `tags`.
    public var key: String
    /// The condition's value in the configuration.
    public var wants: String
    /// The event's value; empty when it has none.
    public var has: String
  }
}

extension EventExplanation {
  /// Creates the explanation of a record without its sinks.
  init(_ record: EventRecord, configuration: Configuration = .unrecorded) {
    let head = try? EventHead(line: record.event.line)
    self.init(
      sequence: record.event.sequence, event: head?.id ?? "", subject: head?.subject, summary: head?.data.summary,
      logged: record.event.logged, revisions: record.revisions.map(Revision.init), configuration: configuration)
  }

  /// Decodes a line from the daemon. Throws `socket.bad-answer` when it is not an explanation.
  public init(_ line: WatchLine) throws(Fault) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(line.bytes))
    } catch {
      throw .unreadableAnswer
    }
  }
}

extension EventExplanation.Revision {
  fileprivate init(_ event: LoggedEvent) {
    let head = try? EventHead(line: event.line)
    self.init(sequence: event.sequence, revision: head?.data.revision, change: head?.data.change)
  }
}

extension EventExplanation {
  func addMembers(to line: inout ReplyLine) {
    line.add("sequence", sequence)
    line.add("event", event)
    if let subject { line.add("subject", subject) }
    if let summary { line.add("summary", summary) }
    line.add("logged", logged)
    line.add("revisions", revisions)
    line.add("configuration", configuration)
    line.add("sinks", sinks)
  }
}
