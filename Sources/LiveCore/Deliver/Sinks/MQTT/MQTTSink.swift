internal import LiveModel
internal import LivePlatform

/// Publishes the state of each followed team, and each event, to a broker of MQTT. Home Assistant makes a device of each
/// team by its MQTT discovery.
///
/// Source: MQTT 5.0; Home Assistant, "MQTT".
struct MQTTSink: Sink {
  /// Opens a connection; replaced in tests.
  typealias Connect =
    @Sendable (
      _ options: MQTTOptions, _ received: @escaping @Sendable (MQTTMessage) -> Void
    ) throws(Fault) -> any MQTTConnection

  let name: String
  let traits = SinkTraits(audience: MQTTSettings.audience)
  private let topics: MQTTTopics
  private let options: MQTTOptions
  private let timeout: Duration
  private let leagues: Leagues
  private let clock: any Clock<Duration>
  private let connect: Connect
  private let publisher: MQTTPublisher

  init(
    name: String, settings: MQTTSettings, options: MQTTOptions, timeout: Duration, leagues: Leagues = .known,
    clock: any Clock<Duration> = SuspendingClock(), wall: @escaping @Sendable () -> Timestamp = WallClock.now,
    connect: @escaping Connect = { options, received throws(Fault) in try MQTTClient(options, received: received) }
  ) {
    (self.name, self.options, self.timeout, self.leagues) = (name, options, timeout, leagues)
    (topics, self.clock, self.connect) = (settings.topics, clock, connect)
    publisher = MQTTPublisher(
      topics: settings.topics, waitsForSubscriber: settings.waitsForSubscriber, timeout: timeout, leagues: leagues,
      clock: clock, wall: wall)
  }

  func compose(_ content: MessageContent) throws(Fault) -> Message { try .line(of: content, for: name) }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    guard let event = try? CloudEvent(line: message.body) else {
      return .badMessage(Answer.Reason(cause: .broker(.message), text: "the message is not an event"))
    }
    return await within(timeout) {
      await publisher.isOpen ? await publisher.publish(event) : await test(event.event)
    }
  }

  /// Keeps a connection while messages are sent, and shows there which teams are followed, and whether daemon and source
  /// can be trusted. Its end says that they cannot.
  func accompany(
    _ deliveries: @Sendable () async -> Void, of outbox: Outbox, in surroundings: SinkSurroundings
  ) async {
    var options = options
    options.clientID = "livegamed-\(outbox.log.id.rawValue)-\(name)"
    options.will = MQTTMessage(topics.status, Array("offline".utf8), isRetained: true)
    do throws(Fault) {
      let inbox = MQTTInbox(topics)
      let connection = try connect(options) { inbox.take($0) }
      await publisher.open(connection, inbox)
    } catch {
      await publisher.fail(because: error)
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await publisher.announce(outbox, surroundings) }
      await deliveries()
      group.cancelAll()
    }
    await publisher.close()
  }

  /// Publishes a test over a connection of its own, so that a running daemon keeps its own.
  private func test(_ event: Event) async -> Answer {
    var options = options
    options.clientID = "livegamed-test-\(LogID.random().rawValue)"
    let connection: any MQTTConnection
    do throws(Fault) {
      connection = try connect(options) { _ in }
    } catch {
      return .tryAgain(Answer.Reason(cause: .fault(error.code), text: error.message))
    }
    defer { connection.close() }
    await connection.state.until { $0.isUp || $0.trouble != nil }
    guard connection.state.current.isUp else { return Answer(connection.state.current.trouble) }
    let body = (try? StableJSON.bytes(of: MQTTEvent(event, as: MQTTEventType.test, side: nil, leagues))) ?? []
    var messages = [MQTTMessage(topics.test, body)]
    if let config = topics.testConfig { messages.append(MQTTMessage(config, [], isRetained: true)) }
    for message in messages {
      let reply = await connection.publish(message)
      if let answer = Answer(refusal: reply, of: message.topic, connection.state.current.trouble) { return answer }
    }
    return .accepted(Receipt())
  }

  /// Makes one attempt within a time limit. An attempt that waits for a connection has the trouble as its answer.
  private func within(_ limit: Duration, _ attempt: @escaping @Sendable () async -> Answer) async -> Answer {
    await withTaskGroup(of: Answer?.self) { group in
      group.addTask { await attempt() }
      group.addTask {
        try? await clock.sleep(for: limit)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      if let first { return first }
      if Task.isCancelled { return .cancelled }
      return await publisher.answerInTime(limit)
    }
  }
}
