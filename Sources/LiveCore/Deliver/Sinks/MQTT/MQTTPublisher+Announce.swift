internal import LiveModel
internal import LivePlatform

/// Tells the broker everything that is retained, and what changes of it.
extension MQTTPublisher {
  /// The longest time until a change of the daemon is published.
  private static let tick = Duration.seconds(1)
  /// The wait before a broker that refuses something is asked again.
  private static let refusedWait = Duration.seconds(15)

  /// Runs until the task is cancelled.
  func announce(_ outbox: Outbox, _ surroundings: SinkSurroundings) async {
    guard let connection, let inbox else { return }
    while !Task.isCancelled {
      let generation = connection.state.generation
      let state = connection.state.current
      var refusal: Answer?
      if !state.isUp {
        setReady(false)
      } else if announced.connection != state.connection || inbox.takeForgotten() {
        setReady(false)
        refusal = await announceAll(outbox, surroundings, connection, inbox)
        if refusal == nil {
          announced.connection = state.connection
          setReady(true)
        } else if connection.state.current.isUp {
          // Attempts to send get the reason.
          setReady(true, refusal: refusal)
        }
      } else {
        refusal = await announceChanges(outbox, surroundings, connection)
        setReady(connection.state.current.isUp, refusal: refusal)
      }
      await wait(for: refusal == nil ? Self.tick : Self.refusedWait, orPast: generation, connection)
    }
  }

  private func wait(for span: Duration, orPast generation: Int, _ connection: any MQTTConnection) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [clock] in try? await clock.sleep(for: span) }
      group.addTask { _ = await connection.state.changed(since: generation) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Publishes everything, `online` last, so that nobody takes an old state for the present one. Returns the answer if
  /// the broker refuses something.
  private func announceAll(
    _ outbox: Outbox, _ surroundings: SinkSurroundings, _ connection: any MQTTConnection, _ inbox: MQTTInbox
  ) async -> Answer? {
    let isFirst = announced.connection == nil
    let former = announced.teams
    (announced.teams, announced.isOfEverything) = (Set(surroundings.teams()), surroundings.followsEverything())
    if let answer = await subscribe(connection, isFirst: isFirst) {
      announced.teams = former
      return answer
    }
    // Its acknowledgement comes after the retained messages of the subscriptions.
    if let answer = await publish(sources: surroundings.sources(), connection, all: true) { return answer }
    let kept = isFirst ? inbox.retained(topics.devices).map(MQTTDeviceList.teams) ?? [] : []
    for team in former.union(kept).subtracting(announced.teams) {
      if let answer = await remove(team, connection) {
        announced.teams.formUnion(former)
        return answer
      }
    }
    await recall(outbox)
    for team in announced.teams.sorted(by: { topics.device(of: $0) < topics.device(of: $1) }) {
      if let answer = await publish(team, connection) { return answer }
    }
    if announced.isOfEverything {
      for team in games.keys {
        if let message = stateMessage(of: team), let answer = await publish(message, connection) { return answer }
      }
    }
    announced.next = [:]
    if let answer = await publishNext(surroundings.games(), connection) { return answer }
    if let answer = await publishDevices(connection) { return answer }
    return await publish(MQTTMessage(topics.status, Array("online".utf8), isRetained: true), connection)
  }

  /// Subscribes to the daemon's own status and to the start of Home Assistant, and after a start of the daemon to its own
  /// retained messages. A broker that forbids it only costs what they are good for. Returns the answer if the connection
  /// ended first.
  private func subscribe(_ connection: any MQTTConnection, isFirst: Bool) async -> Answer? {
    let always = [topics.status, topics.homeAssistant].compactMap(\.self)
    for topic in always + (isFirst ? [topics.devices, topics.allDelivered] : []) {
      if await connection.subscribe(topic) == .lost { return Answer(connection.state.current.trouble) }
    }
    return nil
  }

  /// Publishes what has changed since the last look. Returns the answer if the broker refuses something.
  private func announceChanges(
    _ outbox: Outbox, _ surroundings: SinkSurroundings, _ connection: any MQTTConnection
  ) async -> Answer? {
    if let answer = await publish(sources: surroundings.sources(), connection, all: false) { return answer }
    let teams = Set(surroundings.teams())
    let (added, removed) = (teams.subtracting(announced.teams), announced.teams.subtracting(teams))
    let hadEverything = announced.isOfEverything
    announced.isOfEverything = surroundings.followsEverything()
    let others = hadEverything && !announced.isOfEverything ? games.keys.filter { !teams.contains($0) } : []
    // Each change counts once the broker has it, so that one which it has not taken is tried again.
    for team in Array(removed) + others {
      if let answer = await remove(team, connection) { return answer }
      announced.next[team] = nil
      announced.teams.remove(team)
    }
    announced.teams.formUnion(added)
    if !added.isEmpty { await recall(outbox) }
    for team in added {
      if let answer = await publish(team, connection) {
        announced.teams.subtract(added)
        return answer
      }
    }
    if !added.isEmpty || !removed.isEmpty, let answer = await publishDevices(connection) { return answer }
    return await publishNext(surroundings.games(), connection)
  }

  private func publish(
    sources: [LeagueID: Bool], _ connection: any MQTTConnection, all: Bool
  ) async -> Answer? {
    // The league of a followed team that is not asked is no source to trust.
    let leagues = Set(sources.keys).union(announced.teams.map(\.league))
    for league in leagues.sorted(by: { $0.rawValue < $1.rawValue }) {
      let isTrusted = sources[league] ?? false
      guard all || announced.sources[league] != isTrusted else { continue }
      let payload = Array((isTrusted ? "online" : "offline").utf8)
      if let answer = await publish(MQTTMessage(topics.status(of: league), payload, isRetained: true), connection) {
        return answer
      }
      announced.sources[league] = isTrusted
    }
    return nil
  }

  /// Publishes a team's device, and then its state, which its entities read when they appear.
  private func publish(_ team: FollowedTeam, _ connection: any MQTTConnection) async -> Answer? {
    let discovery = MQTTDiscovery(topics: topics, team: team, league: leagues[team.league])
    if let topic = topics.config(of: team), let payload = try? StableJSON.bytes(of: discovery.payload),
      let answer = await publish(MQTTMessage(topic, payload, isRetained: true), connection)
    {
      return answer
    }
    guard let state = stateMessage(of: team) else { return nil }
    return await publish(state, connection)
  }

  /// Removes a team's device and its retained messages.
  private func remove(_ team: FollowedTeam, _ connection: any MQTTConnection) async -> Answer? {
    let kept = [topics.state(of: team), topics.next(of: team), topics.delivered(of: team)]
    for topic in [topics.config(of: team)].compactMap(\.self) + kept {
      if let answer = await publish(MQTTMessage(topic, [], isRetained: true), connection) { return answer }
    }
    return nil
  }

  private func publishDevices(_ connection: any MQTTConnection) async -> Answer? {
    let payload = MQTTDeviceList.payload(of: announced.teams)
    return await publish(MQTTMessage(topics.devices, payload, isRetained: true), connection)
  }

  private func publishNext(_ schedule: [GameSummary], _ connection: any MQTTConnection) async -> Answer? {
    for team in announced.teams {
      let last = games[team]?.state(for: team, leagues)
      let next = MQTTNextGame(of: team, in: schedule, last: last, at: wall(), leagues)
      guard announced.next[team] != next, let payload = try? StableJSON.bytes(of: next) else { continue }
      if let answer = await publish(MQTTMessage(topics.next(of: team), payload, isRetained: true), connection) {
        return answer
      }
      announced.next[team] = next
    }
    return nil
  }

  private func publish(_ message: MQTTMessage, _ connection: any MQTTConnection) async -> Answer? {
    let reply = await connection.publish(message)
    return Answer(refusal: reply, of: message.topic, connection.state.current.trouble)
  }
}
