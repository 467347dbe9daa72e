internal import LiveModel

/// One subscription on the thread of the connections: makes its connections one after the other, and hands their events
/// over. There is never more than one connection of a subscription.
///
/// Confined to that thread.
final class PushRunner {
  /// Whether there is nothing left to do.
  private(set) var isOver = false
  private(set) var connection: PushConnection?
  private let endpoint: PushEndpoint
  private let mailbox: PushMailbox
  private let settings: PushSettings
  private let multi: UnsafeMutableRawPointer
  private var reconnection: PushReconnection
  private var nextAttempt: Timestamp

  init(
    _ endpoint: PushEndpoint, _ mailbox: PushMailbox, _ settings: PushSettings, in multi: UnsafeMutableRawPointer,
    at now: Timestamp
  ) {
    (self.endpoint, self.mailbox, self.settings, self.multi) = (endpoint, mailbox, settings, multi)
    reconnection = PushReconnection(endpoint, settings.timing)
    nextAttempt = now + reconnection.start(chance: settings.chance())
  }

  /// The instant at which `step` must be called; nil if only the network can bring something new.
  var deadline: Timestamp? { connection == nil ? nextAttempt : connection?.deadline }

  /// Does what is possible without waiting.
  func step(at now: Timestamp, with scratch: UnsafeMutableBufferPointer<UInt8>) {
    let orders = mailbox.takeOrders()
    if orders.isEnded, connection == nil { return isOver = true }
    if orders.isEnded || orders.reopens { connection?.close(.reopened, at: now) }
    if connection == nil, nextAttempt <= now { connect(at: now) }
    connection?.step(at: now, with: scratch) { event in
      switch event {
      case .opened: mailbox.post(.opened(at: now))
      case .message(let bytes):
        reconnection.messageArrived()
        mailbox.post(.message(bytes, at: now))
      }
    }
    if let ending = connection?.ending { finish(ending, isEnded: orders.isEnded, at: now) }
  }

  private func connect(at now: Timestamp) {
    mailbox.noteAttempt()
    do throws(HTTPFault) {
      connection = try PushConnection(
        endpoint, settings.timing, in: multi, certificates: settings.certificates)
    } catch {
      finish(.failed(error), isEnded: false, at: now)
    }
  }

  private func finish(_ ending: PushEnding, isEnded: Bool, at now: Timestamp) {
    connection = nil
    guard !isEnded else { return isOver = true }
    switch reconnection.step(after: ending, chance: settings.chance()) {
    case .wait(let wait):
      nextAttempt = now + wait
      mailbox.post(.closed(ending, next: nextAttempt))
    case .giveUp:
      isOver = true
      mailbox.post(.gaveUp(ending))
    }
  }
}
