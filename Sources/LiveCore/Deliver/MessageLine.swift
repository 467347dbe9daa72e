/// A line of a message, which may have to give way to others.
struct MessageLine: Equatable, Sendable {
  var text: String
  /// What matters less gives way first.
  var importance: Int
  /// It names the game that the lines after it are about, and gives way last.
  var isHeading = false

  static func heading(_ text: String) -> MessageLine { MessageLine(text: text, importance: .max, isHeading: true) }
}
