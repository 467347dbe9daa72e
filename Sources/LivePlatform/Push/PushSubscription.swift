package import LiveModel

/// An event of a subscription, in order.
package enum PushEvent: Equatable, Sendable {
  /// The handshake is complete. The server repeats no earlier message.
  case opened(at: Timestamp)
  /// A text message in valid UTF-8, of at most 64 KiB, and the instant of its arrival.
  case message([UInt8], at: Timestamp)
  /// The connection, or an attempt to make one, has ended. The next attempt begins at `next`.
  case closed(PushEnding, next: Timestamp)
  /// No further attempt is made. This is the last event.
  case gaveUp(PushEnding)
}

/// The state of a subscription, for people. Instants are of the clock of its `PushSockets`.
package struct PushStanding: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case connecting
    case open(since: Timestamp)
    case waiting(PushEnding, until: Timestamp)
    /// No further attempt is made.
    case unavailable(PushEnding)
    case ended
  }

  package var state = State.connecting
  package var openings = 0
  package var messages = 0
  /// Events that were dropped because they were not taken in time.
  package var dropped = 0
  /// The arrival of the last message.
  package var lastMessage: Timestamp?

  package init() {}

  /// The number of openings after the first.
  package var reopenings: Int { max(0, openings - 1) }
}

/// The messages of one push socket, which is reconnected until the subscription ends. It ends with `end`, with its last
/// reference, with its `PushSockets`, or after a `gaveUp`.
package final class PushSubscription: Sendable {
  private let mailbox: PushMailbox
  private let wake: @Sendable () -> Void

  /// Creates the subscriber's side of a mailbox. `wake` tells the other side of a request.
  init(_ mailbox: PushMailbox, wake: @escaping @Sendable () -> Void) { (self.mailbox, self.wake) = (mailbox, wake) }

  deinit { end() }

  /// Returns the next event as soon as there is one; nil if the subscription has ended or the task is cancelled.
  ///
  /// Events that are not taken are kept: the last 64, with messages of at most 256 KiB in all. Beyond that the oldest
  /// message is dropped and counted.
  package func next() async -> PushEvent? { await mailbox.next() }

  package var standing: PushStanding { mailbox.standing }

  /// Closes the connection with 1000 and makes a new one, with the usual wait between them. Does nothing while there is
  /// no connection.
  package func reopen() {
    mailbox.requestReopening()
    wake()
  }

  /// Closes the connection with 1000. Events that were not taken are dropped.
  package func end() {
    mailbox.end()
    wake()
  }
}
