/// One fact as it is to be told: its newest revision.
struct Telling: Equatable, Sendable {
  var event: Event
  /// The event as it stands in the log: a CloudEvent on one line, without a newline.
  var line: [UInt8]
}

/// What a message is about.
enum Occasion: Equatable, Sendable {
  /// Facts that the receiver has not heard of: one, or a burst up to the sink's capacity. `thread` is the handle of the
  /// game's first message there, nil when this is the first.
  case news([Telling], thread: Receipt.Handle?)
  /// Facts that the receiver has heard of otherwise, and that no message can be changed for.
  case correction([Telling], thread: Receipt.Handle?)
  /// All facts of an earlier message as they are now, retracted ones too; the message is changed in place.
  case edit([Telling], of: Receipt.Handle)
  /// What came in quiet hours, game by game.
  case digest([Telling])
  /// How one game stands: its facts, the one that came last first. Without a handle it is the first message.
  case scoreboard([Telling], of: Receipt.Handle?)
  /// Something that the operator should know.
  case notice(String)

  var tellings: [Telling] {
    switch self {
    case .news(let tellings, _), .correction(let tellings, _), .edit(let tellings, _), .digest(let tellings),
      .scoreboard(let tellings, _):
      tellings
    case .notice: []
    }
  }
}

/// What `compose` made of an occasion.
struct Letter: Equatable, Sendable {
  var body: [UInt8]
  /// The message that is to be changed in place; nil for a new one.
  var edits: Receipt.Handle?
  /// The message that it replies to, if the body says so.
  var thread: Receipt.Handle?
}
