package import LiveModel

/// A connection to a broker by libmosquitto, on a thread of its own: MQTT 5, QoS 1, TLS.
///
/// Bound: the jobs of the tasks that await `publish` or `subscribe`.
package final class MQTTClient: MQTTConnection, Sendable {
  private let loop: MQTTLoop
  private let thread: DedicatedThread

  /// Begins to connect. `received` gets the messages of subscriptions on the connection's thread, and must not block.
  package init(
    _ options: MQTTOptions, received: @escaping @Sendable (MQTTMessage) -> Void = { _ in }
  ) throws(Fault) {
    let loop = try MQTTLoop(options, received: received)
    // Not mosquitto_loop_start: its thread ends for good at the first TLS error, which is what a broker that restarts
    // looks like.
    thread = try DedicatedThread(name: "livegamed-mqtt") { loop.run() }
    self.loop = loop
  }

  deinit { close() }

  package var state: Reloadable<MQTTConnectionState> { loop.state }

  package func publish(_ messages: [MQTTMessage], posting more: [MQTTMessage]) async -> [MQTTReply] {
    await replies(to: Self.jobs(messages), with: Self.jobs(more))
  }

  package func post(_ messages: [MQTTMessage]) { loop.start(Self.jobs(messages)) }

  package func subscribe(_ filter: String) async -> MQTTReply {
    await replies(to: [MQTTJob(.subscribe(filter))]).first ?? .lost
  }

  /// Does not wait for the thread, which may be looking up a host name.
  package func close() { loop.close() }

  private static func jobs(_ messages: [MQTTMessage]) -> [MQTTJob] { messages.map { MQTTJob(.publish($0)) } }

  /// Starts all jobs, and waits for the replies to the first ones.
  private func replies(to jobs: [MQTTJob], with more: [MQTTJob] = []) async -> [MQTTReply] {
    loop.start(jobs + more)
    return await withTaskCancellationHandler {
      var replies: [MQTTReply] = []
      for job in jobs { replies.append(await job.reply()) }
      return replies
    } onCancel: {
      for job in jobs { job.finish(.lost) }
      loop.dropCancelled()
    }
  }
}
