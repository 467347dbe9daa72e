/// One fact as it is to be told: its newest revision.
struct DeliverableEvent: Equatable, Sendable {
  var event: Event
  /// The event as it stands in the log: a CloudEvent on one line, without a newline.
  var line: [UInt8]
}

/// What a message is about.
enum MessageContent: Equatable, Sendable {
  /// Facts that the receiver has not heard of: one, or a burst up to the sink's capacity. `thread` is the handle of the
  /// game's first message there, nil when this is the first.
  case news([DeliverableEvent], thread: Receipt.Handle?)
  /// Facts that the receiver has heard of otherwise, and that no message can be changed for.
  case correction([DeliverableEvent], thread: Receipt.Handle?)
  /// All facts of an earlier message as they are now, retracted ones too; the message is changed in place.
  case edit([DeliverableEvent], of: Receipt.Handle)
  /// What came in quiet hours, game by game.
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

/// What `compose` made of an content.
struct MessagePayload: Equatable, Sendable {
  var body: [UInt8]
  /// The message that is to be changed in place; nil for a new one.
  var edits: Receipt.Handle?
  /// The message that it replies to, if the body says so.
  var thread: Receipt.Handle?
}
