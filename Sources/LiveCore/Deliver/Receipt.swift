/// What a receiver says of a message that it has taken.
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
