internal import LiveModel
internal import LivePlatform
internal import Logging

/// Answers the requests that are not about the stream. Used on the server's thread, which it blocks for at most one
/// short write of an order.
struct RequestHandler {
  /// The requests that it answers.
  enum Operation: Equatable, Sendable {
    case query(Query)
    case lookup(Lookup)
    case outbox(OutboxRequest)
    case follow(FollowRequest)
    case reload(ReloadRequest)
  }

  /// The client of a request.
  struct Asker {
    /// The process at the other end; nil when the kernel does not say.
    var peer: UnixSocket.Peer?
    /// The number of its connection.
    var client: UInt64
    /// Returns the groups of the process.
    var groups: () -> [UInt32] = { [] }
  }

  private let log: EventLog
  private let view: DaemonInfo
  private let reader: LogReader
  private let reloads: ReloadOrders
  private let lookups: LookupOrders
  private let follows: FollowOrders
  private let options: SocketOptions
  private var outbox: OutboxHandler

  init(
    log: EventLog, survey: OutboxSurvey, reader: LogReader, reloads: ReloadOrders, lookups: LookupOrders,
    follows: FollowOrders, options: SocketOptions, logger: Logger
  ) {
    (self.log, self.reader, self.reloads, self.lookups, self.follows) = (log, reader, reloads, lookups, follows)
    (self.options, view) = (options, options.view)
    outbox = OutboxHandler(log: log, survey: survey, options: options, logger: logger)
  }

  /// Answers a query or a request about the outbox. `extent` is that of the log, `clients` the number of connected
  /// clients. Throws the errors of `OutboxHandler`, `ClientOrders` and `LookupOrders`, and `unknown_game`.
  ///
  /// - Returns: nil while there is no answer; repeat the call after the survey, the reader, the lookups or the orders have
  ///   called their `bell`.
  mutating func answer(
    _ operation: Operation, to asker: Asker, extent: EventLog.Extent, clients: Int
  ) throws(Request.Refusal) -> Reply? {
    switch operation {
    case .outbox(let request): return try outbox.answer(request, to: asker.peer).map { .outbox($0) }
    case .reload(let request): return try reload(request, by: asker).map { .reload($0) }
    case .follow(let request): return try follow(request, by: asker).map { .follow($0) }
    case .lookup(let lookup): return try lookups.answer(to: lookup).map { .lookup(lookup.name, $0) }
    case .query(.status): return status(extent: extent, clients: clients).map { .query(.status($0)) }
    case .query(.games(let teams)):
      return .query(.games(Self.cards(view.board().games, of: teams), warnings: Self.warnings(about: teams)))
    case .query(.scoreboard(let teams)):
      return .query(.scoreboard(Self.cards(view.board().scoreboard, of: teams), warnings: Self.warnings(about: teams)))
    case .query(.game(let number)): return .query(.game(try card(of: number)))
    case .query(.log), .query(.explain): return try read(operation).map { .query($0) }
    }
  }

  /// Returns sentences about the names in a filter; nil while they are not ready, as for `answer`.
  func warnings(about conditions: Conditions) -> [String]? { reader.warnings(about: conditions) }

  private func reload(_ request: ReloadRequest, by asker: Asker) throws(Request.Refusal) -> ReloadAnswer? {
    guard options.admits(asker.peer) else {
      throw Request.Refusal(code: .forbidden, message: "only root and the daemon's own user may reload it")
    }
    guard options.isReloadable else {
      throw Request.Refusal(code: .notReloadable, message: "this daemon has no configuration file")
    }
    return try reloads.answer(to: request, from: asker.client)
  }

  private func follow(_ request: FollowRequest, by asker: Asker) throws(Request.Refusal) -> FollowAnswer? {
    if request.isOrder, !options.admits(asker.peer) {
      let group = options.view.followGroup()
      guard let group, group.isAdmitted(asker.groups()) else {
        let users = group.map { "root, the daemon's own user and the group '\($0.name)'" }
        throw Request.Refusal(
          code: .forbidden,
          message: "only \(users ?? "root and the daemon's own user") may change what is followed")
      }
    }
    let order = FollowOrder(request: request, user: asker.peer?.uid)
    return try follows.answer(to: order, from: asker.client)?.get()
  }

  /// Returns an answer that is read from the log; nil while it is being read.
  private func read(_ operation: Operation) throws(Request.Refusal) -> QueryAnswer? {
    guard case .query(let query) = operation else { return nil }
    do {
      guard case .log(let question) = query else { return try reader.answer(to: query) }
      if let sink = question.range.sink { try outbox.checkKnown(.sink(sink)) }
      guard let warnings = warnings(about: question.filter.conditions) else { return nil }
      guard case .log(let page, _)? = try reader.answer(to: query) else { return nil }
      return .log(page, warnings: warnings)
    } catch let refusal as Request.Refusal {
      throw refusal
    } catch {
      log.health.failed(error)
      throw Request.Refusal(code: .failed, message: "the event log could not be read or written")
    }
  }

  private static func cards(_ cards: [GamesView.Card], of teams: [String]) -> [GamesView.Card] {
    guard !teams.isEmpty else { return cards }
    let names = ClubNames(teams, .known)
    return cards.filter { card in card.teams.contains { names.contains($0, in: card.league) } }
  }

  private static func warnings(about teams: [String]) -> [String] { Vocabulary.known.warnings(aboutTeams: teams) }

  private func card(of number: Int) throws(Request.Refusal) -> GamesView.Card {
    if let card = view.board().games.first(where: { $0.gamePk == number }) { return card }
    throw Request.Refusal(
      code: .unknownGame, message: "there is no game \(number) among those that are followed; ask for 'games'")
  }

  /// Returns the status; nil while the state of the sinks is being read. If the log cannot be read, the status reports
  /// that error and no sinks.
  private func status(extent: EventLog.Extent, clients: Int) -> DaemonStatus? {
    do {
      guard let sinks = try outbox.standing() else { return nil }
      return DaemonStatus(view, of: log, extent: extent, clients: clients, sinks: sinks)
    } catch {
      return DaemonStatus(view, of: log, extent: extent, clients: clients, sinks: [])
    }
  }
}

/// Answers requests about deliveries. Used on the server's thread. Lists are read on another thread (`OutboxSurvey`);
/// an order blocks the server's thread for one short write.
struct OutboxHandler {
  private let log: EventLog
  private let survey: OutboxSurvey
  /// Returns the configured sinks.
  private let sinks: @Sendable () -> [SinkInfo]
  /// Decides which processes may change deliveries.
  private let admits: @Sendable (UnixSocket.Peer?) -> Bool
  private let logger: Logger
  private let meters: Meters
  var now: @Sendable () -> Timestamp = WallClock.now
  private var logThrottle = LogThrottle<ClientLogEvent>()

  init(log: EventLog, survey: OutboxSurvey, options: SocketOptions, logger: Logger) {
    (self.log, self.survey, self.logger) = (log, survey, logger)
    (sinks, admits, meters) = (options.view.sinks, options.admits, options.meters)
  }

  /// Returns the answer, or nil while it is being read: then ask again after the survey has called its `bell`. Throws
  /// `forbidden`, `unknown_sink`, `unknown_message`, or `failed` when the log could not be read or written.
  mutating func answer(_ request: OutboxRequest, to peer: UnixSocket.Peer?) throws(Request.Refusal) -> OutboxAnswer? {
    guard !request.isOrder || admits(peer) else {
      throw Request.Refusal(code: .forbidden, message: "only root and the daemon's own user may change deliveries")
    }
    do {
      let answer = try perform(request, by: peer)
      if request.isOrder, let answer {
        survey.forget()
        logOrder(request, answer, peer)
      }
      return answer
    } catch let refusal as Request.Refusal {
      throw refusal
    } catch {
      log.health.failed(error)
      ClientLogEvent.unanswered.log(to: logger, &logThrottle, Fault.metadata(of: Fault(eventLog: error)))
      throw Request.Refusal(code: .failed, message: "the event log could not be read or written")
    }
  }

  /// Returns the state of each configured sink, or nil while it is being read. Throws the error of the log.
  func standing() throws -> [SinkListing.Entry]? {
    try survey.overview().map { SinkListing.Entry.all(of: sinks(), $0.sinks, in: log, at: now()) }
  }

  private func perform(_ request: OutboxRequest, by peer: UnixSocket.Peer?) throws -> OutboxAnswer? {
    switch request {
    case .outbox(let sink, let limit):
      return try listing(of: sink, limit: min(limit, OutboxRequest.mostEntries)).map(OutboxAnswer.outbox)
    case .sinks: return try standing().map { .sinks(SinkListing(sinks: $0)) }
    case .retry(let selection):
      try checkServed(selection)
      let expires = Dictionary(sinks().map { ($0.name, $0.expires) }) { first, _ in first }
      let lags = Dictionary(sinks().map { ($0.name, $0.lag) }) { first, _ in first }
      let retried = try log.retry(selection, expires: expires, lags: lags, at: now())
      return .retry(messages: retried.messages, resumed: retried.resumed)
    case .drop(let selection, let onlyDead):
      try checkKnown(selection)
      let dropped = try log.drop(selection, onlyDead: onlyDead, by: peer?.uid, at: now())
      for (sink, facts) in dropped.facts { meters.delivery(to: sink, .dropped, by: facts) }
      return .drop(messages: dropped.messages, facts: dropped.facts.values.reduce(0, +))
    case .enable(let sink):
      try checkServed(.sink(sink))
      let enabled = try log.enable(sink, at: now())
      return .enable(wasDisabled: enabled.wasDisabled, wasPaused: enabled.wasPaused)
    case .pause(let sink, let seconds):
      try checkServed(.sink(sink))
      return .pause(until: try log.pause(sink, for: seconds.map { .seconds($0) }, at: now()))
    case .resume(let sink, let dropping):
      try checkServed(.sink(sink))
      let resumed = try log.resume(sink, dropping: dropping, at: now())
      if dropping, resumed.wasPaused { meters.delivery(to: sink, .dropped, by: resumed.facts) }
      return .resume(wasPaused: resumed.wasPaused, facts: resumed.facts)
    }
  }

  private func listing(of sink: String?, limit: Int) throws -> OutboxListing? {
    guard let standings = try survey.overview()?.sinks else { return nil }
    if let sink, standings[sink] == nil { throw unknown(sink) }
    guard let entries = try survey.entries(of: sink) else { return nil }
    return OutboxListing(
      entries, of: standings.filter { sink == nil || $0.key == sink }, in: log, limit: limit, at: now())
  }

  private func logOrder(_ request: OutboxRequest, _ answer: OutboxAnswer, _ peer: UnixSocket.Peer?) {
    var fields: Logger.Metadata = [LogKey.client: "\(peer?.description ?? "unknown")"]
    switch (request, answer) {
    case (.retry(let selection), .retry(let count, _)), (.drop(let selection, _), .drop(let count, _)):
      fields[LogKey.count] = "\(count)"
      if case .drop(_, let facts) = answer { fields[LogKey.facts] = "\(facts)" }
      fields[LogKey.sink] = selection.sink.map { "\($0)" }
      fields[LogKey.message] = selection.number.map { "\($0)" }
    case (.enable(let sink), _), (.pause(let sink, _), _): fields[LogKey.sink] = "\(sink)"
    case (.resume(let sink, _), .resume(_, let facts)):
      (fields[LogKey.sink], fields[LogKey.facts]) = ("\(sink)", "\(facts)")
    default: break
    }
    logger.notice("\(Self.logText(for: request))", metadata: fields)
  }

  private static func logText(for request: OutboxRequest) -> String {
    switch request {
    case .retry: "messages tried again by order"
    case .drop: "messages dropped by order"
    case .pause: "sink paused by order"
    case .resume(_, let dropping): dropping ? "sink resumed by order, what it held is dropped" : "sink resumed by order"
    default: "sink enabled by order"
    }
  }
}

extension OutboxHandler {
  /// Throws `unknown_sink` when the selected sink is not configured, because then nothing would send the messages.
  private func checkServed(_ selection: OutboxSelection) throws {
    switch selection {
    case .all: break
    case .sink(let name):
      guard sinks().contains(where: { $0.name == name }) else { throw unknown(name) }
    case .number(let number):
      let sink = try entry(number).sink
      guard sinks().contains(where: { $0.name == sink }) else {
        throw Request.Refusal(
          code: .unknownSink, message: "message \(number) is for sink '\(sink)', which is not served any more; drop it")
      }
    }
  }

  /// Throws when the selected sink or message does not exist. A sink that was removed from the configuration counts as
  /// existing while the outbox has entries for it, so that these can be listed and dropped.
  fileprivate func checkKnown(_ selection: OutboxSelection) throws {
    switch selection {
    case .all: break
    case .sink(let name):
      let isServed = sinks().contains { $0.name == name }
      guard try isServed || log.knownSinks().contains(name) else { throw unknown(name) }
    case .number(let number): _ = try entry(number)
    }
  }

  private func entry(_ number: Int) throws -> OutboxEntry {
    guard let entry = try log.outboxEntry(number) else {
      throw Request.Refusal(
        code: .unknownMessage, message: "there is no message \(number) that waits or was given up")
    }
    return entry
  }

  private func unknown(_ name: String) -> Request.Refusal {
    let names = sinks().map(\.name)
    let known = names.isEmpty ? "no sinks are running" : "the sinks are \(names.joined(separator: ", "))"
    let hint = Suggestion.hint(name, among: names, otherwise: known)
    return Request.Refusal(code: .unknownSink, message: "there is no sink \(quoted(name)); \(hint)")
  }
}
