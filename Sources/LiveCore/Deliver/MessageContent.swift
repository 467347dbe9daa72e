internal import FoundationEssentials

/// One fact as it is to be told: its newest revision.
struct DeliverableEvent: Equatable, Sendable {
  var event: Event
  /// The event as it stands in the log: a CloudEvent on one line, without a newline.
  var line: [UInt8]
}

/// The content of a message.
enum MessageContent: Equatable, Sendable {
  /// Facts that the receiver has not heard of: one, or a burst up to the sink's capacity. `thread` is the handle of the
  /// game's first message there, nil when this is the first.
  case news([DeliverableEvent], thread: Receipt.Handle?)
  /// Facts that the receiver has heard of otherwise, and that no message can be changed for.
  case correction([DeliverableEvent], thread: Receipt.Handle?)
  /// All facts of an earlier message as they are now, retracted ones too; the message is changed in place.
  case edit([DeliverableEvent], of: Receipt.Handle)
  /// The news of quiet hours, by game.
  case digest([DeliverableEvent])
  /// How one game stands: its facts, the one that came last first. Without a handle it is the first message.
  case scoreboard([DeliverableEvent], of: Receipt.Handle?)
  /// Something that the operator should know.
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
}

/// The result of `compose`.
struct MessagePayload: Equatable, Sendable {
  var body: [UInt8]
  /// The message that is to be changed in place; nil for a new one.
  var edits: Receipt.Handle?
  /// The message that it replies to, if the body says so.
  var thread: Receipt.Handle?
}

extension MessagePayload {
  /// JSON with its members in order, so that the same content is the same bytes in every run.
  init(json content: some Encodable, edits: Receipt.Handle? = nil, for sink: String) throws(Fault) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      self.init(body: [UInt8](try encoder.encode(content)), edits: edits)
    } catch {
      throw Fault(.sinkUnfitOccasion, "the message cannot be written as JSON: \(error)", at: .sink(sink))
    }
  }
}

/// A message as a sink sends it. It is stored before the first attempt; all attempts send the same bytes, except for
/// signatures.
struct Message: Equatable, Sendable {
  /// By which a receiver knows a repeat.
  var id: WebhookID
  var body: [UInt8]
  /// The message that it changes in place; nil for a new one.
  var edits: Receipt.Handle?
  /// The message that it replies to; nil for one of its own.
  var thread: Receipt.Handle?
}

/// A line of a message, which may have to give way to others.
struct MessageLine: Equatable, Sendable {
  var text: String
  /// The importance of the line. Less important lines are cut first.
  var importance: Int
  /// It names the game that the lines after it are about, and gives way last.
  var isHeading = false

  static func heading(_ text: String) -> MessageLine { MessageLine(text: text, importance: .max, isHeading: true) }
}

/// A receiver's answer to a message that it has accepted.
struct Receipt: Equatable, Sendable {
  /// By which a receiver knows a message of its own again, such as Discord's message id. Only its sink understands it.
  struct Handle: RawRepresentable, Hashable, Sendable {
    let rawValue: String
  }

  /// Nil where messages cannot be changed.
  var handle: Handle?
  /// The receiver wants nothing for so long.
  var pause: Duration?
  /// The message was meant as a reply in a thread that is gone, and stands outside of it.
  var leftThread = false
}
