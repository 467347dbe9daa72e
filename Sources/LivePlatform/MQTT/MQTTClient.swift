package import LiveModel

/// A connection to a broker by libmosquitto, on a thread of its own: MQTT 5, QoS 1, TLS.
///
/// Bound: one job for each task that awaits `publish` or `subscribe`.
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

  package func publish(_ message: MQTTMessage) async -> MQTTReply { await reply(to: MQTTJob(.publish(message))) }

  package func subscribe(_ filter: String) async -> MQTTReply { await reply(to: MQTTJob(.subscribe(filter))) }

  /// Does not wait for the thread, which may be looking up a host name.
  package func close() { loop.close() }

  private func reply(to job: MQTTJob) async -> MQTTReply {
    loop.start(job)
    return await withTaskCancellationHandler {
      await job.reply()
    } onCancel: {
      job.finish(.lost)
      loop.dropCancelled()
    }
  }
}
