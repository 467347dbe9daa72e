internal import LiveModel
internal import LivePlatform
internal import ServiceLifecycle

/// The connection of a sink, and what its broker is told. Each connection is told everything that is retained, because a
/// broker that was killed has forgotten what it had not saved.
///
/// Bound: the games of the teams that have events, one event for each lane, and the ids of `mostHalfSent` events.
actor MQTTPublisher {
  let topics: MQTTTopics
  let leagues: Leagues
  let clock: any Clock<Duration>
  let wall: @Sendable () -> Timestamp
  private let waitsForSubscriber: Bool
  /// How long an event waits for a subscriber within one attempt.
  private let patience: Duration
  private(set) var connection: (any MQTTConnection)?
  private(set) var inbox: MQTTInbox?
  /// Why there can be no connection.
  private var fault: Fault?
  /// Whether the present connection has been told everything. Events wait for it.
  private nonisolated let isReady = Reloadable(false)
  /// Why the broker does not take what is retained.
  private var refusal: Answer?
  /// The last game of each team, as it was delivered.
  private(set) var games: [FollowedTeam: MQTTGame] = [:]
  /// The events that are being published.
  private var current: [String: CloudEvent] = [:]
  /// The last event that was published. Its delivery may not be stored yet.
  private var latest: CloudEvent?
  /// The teams whose last event in this connection somebody has heard.
  private var heardTeams: Set<FollowedTeam> = []
  /// The teams that have an event which is not published for all its teams, by the event's id.
  private var halfSent: [String: Set<FollowedTeam>] = [:]
  var announced = MQTTAnnouncement()

  private static let mostHalfSent = 64
  /// The waits between two attempts to reach a subscriber.
  private static let waits = Duration.milliseconds(250)...Duration.seconds(1)
  /// The wait before a message is published again that a broken connection has lost.
  private static let lostWait = Duration.milliseconds(100)

  init(
    topics: MQTTTopics, waitsForSubscriber: Bool, timeout: Duration, leagues: Leagues, clock: any Clock<Duration>,
    wall: @escaping @Sendable () -> Timestamp
  ) {
    (self.topics, self.waitsForSubscriber, self.leagues) = (topics, waitsForSubscriber, leagues)
    (self.clock, self.wall, patience) = (clock, wall, timeout * 0.8)
  }

  /// Whether there is a connection for all messages, or the reason why there is none.
  var isOpen: Bool { connection != nil || fault != nil }

  func open(_ connection: any MQTTConnection, _ inbox: MQTTInbox) {
    (self.connection, self.inbox) = (connection, inbox)
  }

  func fail(because fault: Fault) { self.fault = fault }

  /// Ends the connection. The broker publishes the will.
  func close() {
    connection?.close()
    (connection, inbox, fault, announced) = (nil, nil, nil, MQTTAnnouncement())
    isReady.replace(with: false)
  }

  /// Returns the answer to an attempt that has taken too long.
  func answerInTime(_ limit: Duration) -> Answer {
    if let refusal { return refusal }
    if let trouble = connection?.state.current.trouble { return Answer(trouble) }
    let text = "the broker acknowledged nothing within \(limit.wholeMilliseconds / 1000) s"
    return .tryAgain(Answer.Reason(cause: .network(.timeout), text: text))
  }

  /// Publishes an event for each of its teams. All messages are handed over at once, so that a broker or a daemon that is
  /// killed rarely has only some of them.
  func publish(_ event: CloudEvent) async -> Answer {
    if let fault { return .tryAgain(Answer.Reason(cause: .fault(fault.code), text: fault.message)) }
    let id = event.event.id
    guard await becomesReady() else { return .cancelled }
    if let refusal { return refusal }
    current[id] = event
    defer { current[id] = nil }
    var open = teams(of: event.event).filter { halfSent[id]?.contains($0) != true }.compactMap {
      delivery(of: event, to: $0)
    }
    var (waited, wait) = (Duration.zero, Self.waits.lowerBound)
    while !open.isEmpty {
      if let answer = await publish(&open, of: id) { return answer }
      guard let unheard = open.first?.event else { break }
      if Task.isShuttingDownGracefully { return .cancelled }
      guard waited < patience, (try? await clock.sleep(for: wait)) != nil else {
        let text = "nobody subscribes to '\(unheard.topic)'"
        return .tryAgain(Answer.Reason(cause: .broker(.noSubscriber), text: text))
      }
      (waited, wait) = (waited + wait, min(wait * 2, Self.waits.upperBound))
    }
    halfSent[id] = nil
    latest = event
    return .accepted(Receipt())
  }

  /// Publishes what is open, and leaves those deliveries open whose event nobody has heard. Returns the answer if the
  /// broker does not take something; nil if it does.
  private func publish(_ open: inout [MQTTDelivery], of id: String) async -> Answer? {
    let deliveries = open
    let marks = deliveries.filter(\.isMarkedAtOnce).map(\.mark)
    var replies = await replies(to: deliveries.flatMap(\.messages), posting: marks)[...]
    var answer: Answer?
    var heard: [MQTTDelivery] = []
    open = []
    for var delivery in deliveries {
      if let state = delivery.state, let reply = replies.popFirst() {
        answer = answer ?? self.answer(to: reply, of: state)
        delivery.state = nil
      }
      guard let event = delivery.event, let reply = replies.popFirst() else { continue }
      // Home Assistant subscribes for the teams with a device alone.
      if reply == .unheard, waitsForSubscriber, announced.showsState(of: delivery.team) {
        takeBackMark(of: delivery)
        delivery.isMarkedAtOnce = false
        open.append(delivery)
      } else if let refusal = self.answer(to: reply, of: event) {
        takeBackMark(of: delivery)
        answer = answer ?? refusal
      } else {
        heard.append(delivery)
      }
    }
    if !heard.isEmpty { record(heard, of: id) }
    return answer
  }

  /// Records the teams that have an event, and publishes the marks that are missing.
  private func record(_ heard: [MQTTDelivery], of id: String) {
    if halfSent.count >= Self.mostHalfSent, halfSent[id] == nil { halfSent = [:] }
    halfSent[id, default: []].formUnion(heard.map(\.team))
    heardTeams.formUnion(heard.map(\.team))
    for delivery in heard { inbox?.forget(delivery.mark.topic) }
    // Nothing waits for the marks, or the log would learn of a delivered event only after an outage of the broker that
    // begins now. They matter if the daemon is killed before its log knows.
    connection?.post(heard.filter { !$0.isMarkedAtOnce }.map(\.mark))
  }

  /// Removes the mark of an event that nobody has.
  private func takeBackMark(of delivery: MQTTDelivery) {
    heardTeams.remove(delivery.team)
    if delivery.isMarkedAtOnce { connection?.post([MQTTMessage(delivery.mark.topic, [], isRetained: true)]) }
  }

  /// Returns the messages of an event to a team; nil if the event cannot be written.
  private func delivery(of cloud: CloudEvent, to team: FollowedTeam) -> MQTTDelivery? {
    let event = cloud.event
    let type = remember(cloud, for: team)
    let state = announced.showsState(of: team) ? stateMessage(of: team) : nil
    let mark = MQTTMessage(topics.delivered(of: team), Array(event.id.utf8), isRetained: true)
    // The daemon ended after the event was published, and before its log said so.
    if inbox?.retained(mark.topic) == mark.payload {
      return MQTTDelivery(team: team, state: state, event: nil, mark: mark, isMarkedAtOnce: false)
    }
    let side = team.side(in: event.data, leagues)
    guard let body = try? StableJSON.bytes(of: MQTTEvent(event, as: type, side: side, leagues)) else { return nil }
    return MQTTDelivery(
      team: team, state: state, event: MQTTMessage(topics.event(of: team), body), mark: mark,
      isMarkedAtOnce: heardTeams.contains(team))
  }

  private func answer(to reply: MQTTReply, of message: MQTTMessage) -> Answer? {
    if reply == .lost, Task.isShuttingDownGracefully || Task.isCancelled { return .cancelled }
    return Answer(refusal: reply, of: message.topic, connection?.state.current.trouble)
  }

  /// Publishes messages, and those that a broken connection has lost again in the next one. `marks` go with each attempt.
  private func replies(to messages: [MQTTMessage], posting marks: [MQTTMessage]) async -> [MQTTReply] {
    var replies = messages.map { _ in MQTTReply.lost }
    while let connection, await becomesReady() {
      let lost = replies.indices.filter { replies[$0] == .lost }
      for (index, reply) in zip(lost, await connection.publish(lost.map { messages[$0] }, posting: marks)) {
        replies[index] = reply
      }
      guard replies.contains(.lost), (try? await clock.sleep(for: Self.lostWait)) != nil else { break }
    }
    return replies
  }

  /// Waits until the connection has been told everything. Returns false when the task is cancelled or the daemon stops.
  private func becomesReady() async -> Bool {
    if isReady.current { return true }
    await cancelWhenGracefulShutdown { [isReady] in await isReady.until { $0 } }
    return isReady.current && !Task.isCancelled
  }

  /// Records whether the connection has been told everything, or why it does not take it. What the broker finds wrong with
  /// a retained message is no fault of the events.
  func setReady(_ ready: Bool, refusal: Answer? = nil) {
    if case .badMessage(let reason) = refusal { self.refusal = .tryAgain(reason) } else { self.refusal = refusal }
    // The subscribers of one connection need not be there in the next one.
    if !ready { heardTeams = [] }
    if isReady.current != ready { isReady.replace(with: ready) }
  }
}

/// The games, as far as they were delivered.
extension MQTTPublisher {
  /// Returns the teams that an event is published for: those that are followed by name, or both.
  private func teams(of event: Event) -> [FollowedTeam] {
    let both = [event.data.game.away, event.data.game.home].map { team(of: $0, in: event.data.league) }
    let followed = both.filter(announced.teams.contains)
    return followed.isEmpty ? both : followed
  }

  private func team(of side: Team, in league: LeagueID) -> FollowedTeam {
    let abbreviation = leagues.currentAbbreviation(side.abbreviation, in: league)
    let known = announced.teams.first { $0.league == league && $0.abbreviation == abbreviation }
    return known ?? FollowedTeam(league: league, abbreviation: abbreviation, name: side.name)
  }

  /// Adds an event to a team's game, and returns its type.
  @discardableResult
  private func remember(_ cloud: CloudEvent, for team: FollowedTeam, isTold: Bool = true) -> String {
    let event = cloud.event
    if games[team].map({ $0.isFollowed(by: event) }) ?? true { games[team] = MQTTGame(event) }
    guard var game = games[team], game.has(event) else {
      return MQTTEventType.type(of: event, for: team, after: .unknown, leagues: leagues)
    }
    let type = MQTTEventType.type(of: event, for: team, after: game.earlier(than: event), leagues: leagues)
    game.take(event, sequence: cloud.sequence, leagues)
    if isTold { game.tell(event, as: type) }
    games[team] = game
    return type
  }

  /// Returns the retained state of a team; nil if the state cannot be written.
  func stateMessage(of team: FollowedTeam) -> MQTTMessage? {
    let state = games[team]?.state(for: team, leagues) ?? MQTTState()
    return (try? StableJSON.bytes(of: state)).map { MQTTMessage(topics.state(of: team), $0, isRetained: true) }
  }

  /// Reads from the log what was delivered, or given up, as the state of each game. A log that cannot be read leaves
  /// what is known; its fault is reported elsewhere.
  func recall(_ outbox: Outbox) async {
    let (before, known) = (current, games)
    guard let lines = try? await outbox.settledGames(wanting: wantedGames) else { return }
    games = [:]
    for line in lines {
      guard let cloud = try? CloudEvent(line: line.event.line) else { continue }
      for team in teams(of: cloud.event) { remember(cloud, for: team, isTold: line.isDelivered) }
    }
    let published = (Array(before.merging(current) { $1 }.values) + [latest].compactMap(\.self))
    for cloud in published.sorted(by: { $0.sequence < $1.sequence }) {
      for team in teams(of: cloud.event) { remember(cloud, for: team) }
    }
    // The last game of a team may be older than those that were read.
    for (team, game) in known where games[team] == nil && announced.showsState(of: team) { games[team] = game }
  }

  /// The number of games that are read: two for each followed team, because a late correction may be the last event of
  /// the game before.
  private var wantedGames: Int { announced.teams.isEmpty ? 24 : min(announced.teams.count * 2 + 12, 40) }
}
