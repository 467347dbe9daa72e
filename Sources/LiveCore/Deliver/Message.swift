/// What a sink sends: the same in every attempt, but for what it signs.
struct Message: Equatable, Sendable {
  /// By which a receiver knows a repeat.
  var id: WebhookID
  /// The id of the event that it tells.
  var event: String
  /// It tells how a game ended: worth telling for a day.
  var isFinal: Bool
  var body: [UInt8]
  /// Besides those of the attempt.
  var headers: [(name: String, value: String)] = []

  static func == (left: Message, right: Message) -> Bool {
    left.id == right.id && left.event == right.event && left.isFinal == right.isFinal && left.body == right.body
      && left.headers.elementsEqual(right.headers, by: ==)
  }
}
