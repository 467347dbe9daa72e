internal import FoundationEssentials
internal import LiveModel

/// The newest revision of a fact.
struct DeliverableEvent: Equatable, Sendable {
  var event: Event
  /// The event as logged: a CloudEvent on one line, without a newline.
  var line: [UInt8]
}

/// The content of a message, from which a sink composes it.
enum MessageContent: Equatable, Sendable {
  /// New facts: one, or a burst up to the sink's capacity. `thread` is the handle of the first message about this game,
  /// nil when this is the first.
  case news([DeliverableEvent], thread: MessageHandle?)
  /// Facts that the receiver has in an earlier version and whose message cannot be edited.
  case correction([DeliverableEvent], thread: MessageHandle?)
  /// The current state of all facts of an earlier message, including retracted ones. That message is edited in place.
  case edit([DeliverableEvent], of: MessageHandle)
  /// The events of quiet hours, grouped by game.
  case digest([DeliverableEvent])
  /// The state of one game: its facts, newest first. Without a handle, this is the first message.
  case scoreboard([DeliverableEvent], of: MessageHandle?)
  /// A notice to the operator.
  case notice(String)

  var deliverables: [DeliverableEvent] {
    switch self {
    case .news(let deliverables, _), .correction(let deliverables, _), .edit(let deliverables, _),
      .digest(let deliverables),
      .scoreboard(let deliverables, _):
      deliverables
    case .notice: []
    }
  }

  /// The handle of the first message about the game; nil if there is none.
  var thread: MessageHandle? {
    switch self {
    case .news(_, let thread), .correction(_, let thread): thread
    case .edit, .digest, .scoreboard, .notice: nil
    }
  }
}

extension Message {
  /// Encodes the body as JSON with sorted keys, so that the same content gives the same bytes in every run.
  init(
    json content: some Encodable, edits: MessageHandle? = nil, thread: MessageHandle? = nil, for sink: String
  ) throws(Fault) {
    do {
      self.init(body: try StableJSON.bytes(of: content), edits: edits, thread: thread)
    } catch {
      throw Fault(.sinkUnfitOccasion, "the message cannot be written as JSON: \(error)", at: .sink(sink))
    }
  }
}

extension Message {
  /// Returns the event as JSON, for programs. They receive one event per message.
  static func line(of content: MessageContent, for sink: String) throws(Fault) -> Message {
    guard let deliverable = content.deliverables.first, content.deliverables.count == 1 else {
      throw Fault(.sinkUnfitOccasion, "a program gets one event at a time", at: .sink(sink))
    }
    return Message(body: deliverable.line)
  }
}

extension Fault.Code {
  static let sinkUnfitOccasion = Fault.Code("sink.unfit-occasion")
}
