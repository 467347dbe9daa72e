internal import LiveModel

/// A node's knowledge of a game's messages, with which it writes the next one. Pure.
///
/// A node that wins the lease of a game first writes a claim to the game's next place. Whatever a former holder still
/// sends is for a place that is taken, and is refused where the stream is written.
struct GameClaim: Equatable, Sendable {
  /// The game has a later claim, by another node or by this one.
  struct Superseded: Error, Equatable {
    var session: ClusterSession
    var epoch: Int
  }

  let game: GameID
  let session: ClusterSession
  let epoch: Int
  /// The place of the newest message; 0 before the first.
  private(set) var place = 0
  /// The sequence of the newest message; 0 before the first.
  private(set) var last: UInt64 = 0
  /// The sequence of the newest event; 0 before the first.
  private(set) var lastEvent: UInt64 = 0

  init(_ game: GameID, session: ClusterSession, epoch: Int) {
    (self.game, self.session, self.epoch) = (game, session, epoch)
  }

  /// Takes the next message that the stream holds.
  ///
  /// Throws if another session has claimed the game with this epoch, or any session with a later one. The reader now knows
  /// the next place, and would go on as if nothing had happened. The epoch of this node's lease is too small when a server
  /// has lost its leases, and numbers them anew.
  mutating func read(_ stored: StreamEntry) throws(Superseded) {
    let message = stored.message
    if message.epoch > epoch || (message.session != session && message.epoch == epoch) {
      throw Superseded(session: message.session, epoch: message.epoch)
    }
    take(message, as: stored.sequence)
  }

  /// Returns the message for the next place.
  func next(_ content: StreamMessage.Content) -> StreamMessage {
    StreamMessage(game: game, place: place + 1, session: session, epoch: epoch, content: content)
  }

  /// Takes a message that this node has written.
  mutating func wrote(_ message: StreamMessage, as sequence: UInt64) { take(message, as: sequence) }

  private mutating func take(_ message: StreamMessage, as sequence: UInt64) {
    (place, last) = (message.place, sequence)
    if case .event = message.content { lastEvent = sequence }
  }
}
