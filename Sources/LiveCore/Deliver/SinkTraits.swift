/// What the engine must know of a kind of receiver.
struct SinkTraits: Equatable, Sendable {
  /// What a receiver makes of revisions.
  enum Audience: Sendable {
    /// A program: gets each revision as an event of its own.
    case program
    /// People: get what is so now, hear of corrections once, and are told when another sink fails.
    case people
  }

  var audience: Audience
  /// A message whose receipt has a handle can be changed in place.
  var canEdit = false
  /// One message a game, kept up to date, instead of one a fact.
  var isScoreboard = false
  /// Facts that one message can hold.
  var capacity = 1
  /// The shortest time between two messages.
  var spacing: Duration = .zero
}
