/// An order to the thread of a connection, and the task that waits for its reply.
final class MQTTJob: Sendable {
  enum Order: Sendable {
    case publish(MQTTMessage)
    case subscribe(String)
  }

  private enum Stage {
    case new
    case waiting(CheckedContinuation<MQTTReply, Never>)
    case over(MQTTReply)
  }

  let order: Order
  private let stage = Locked(Stage.new)

  init(_ order: Order) { self.order = order }

  /// Whether nobody waits for a reply any more.
  var isOver: Bool {
    stage.withLock { stage in
      if case .over = stage { true } else { false }
    }
  }

  /// Waits for the reply.
  func reply() async -> MQTTReply {
    await withCheckedContinuation { continuation in
      let reply: MQTTReply? = stage.withLock { stage in
        if case .over(let reply) = stage { return reply }
        stage = .waiting(continuation)
        return nil
      }
      if let reply { continuation.resume(returning: reply) }
    }
  }

  /// Ends the job. Only the first reply counts.
  func finish(_ reply: MQTTReply) {
    let continuation = stage.withLock { stage -> CheckedContinuation<MQTTReply, Never>? in
      switch stage {
      case .over: return nil
      case .new:
        stage = .over(reply)
        return nil
      case .waiting(let continuation):
        stage = .over(reply)
        return continuation
      }
    }
    continuation?.resume(returning: reply)
  }
}
