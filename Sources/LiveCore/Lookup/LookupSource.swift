package import LiveModel
internal import LivePlatform

/// Requests answers of the leagues' sources, through the store of the last ones.
///
/// A source that fails is left alone for a few seconds, or for as long as it demands. Until then, and while it is
/// silent, the last answer is used.
final class LookupSource<C: Clock<Duration>>: Sendable where C: Sendable {
  /// A decoded answer.
  struct Answer<Value: Sendable>: Sendable {
    var value: Value
    /// The time at which the source last confirmed the answer.
    var confirmed: Timestamp
    /// The reason why there is no newer answer; nil if this one is fresh.
    var fault: Fault?
  }

  private struct Outage {
    var until: C.Instant
    var fault: Fault
  }

  private let transport: any HTTPTransport
  private let store: LookupStore
  private let budget: @Sendable (LeagueID) -> HostRateLimiter<C>
  private let clock: C
  private let now: @Sendable () -> Timestamp
  private let services: [ListingService]
  private let gate: ServiceGate<C>
  private let report: @Sendable (Fault, ListingService.Endpoint) -> Void
  private let outages = Locked<[Host: Outage]>([:])

  /// The counterpart of a request: a league's source, or a service beside it.
  private enum Host: Hashable {
    case league(LeagueID)
    case service(String)
  }

  /// Largest accepted answer, in bytes.
  private static var largest: Int { 8 << 20 }
  /// Time limits of the wait for a turn and of the request. A client waits 10 s for the daemon's answer.
  private static var longestWait: Duration { .seconds(3) }
  private static var longestRequest: Duration { .seconds(6) }
  /// Time without requests after a failure, unless the source demands more.
  private static var shortestOutage: Duration { .seconds(5) }

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - transport: sends the requests.
  ///   - store: keeps the answers.
  ///   - services: the services beside the leagues' sources, which have limits of their own.
  ///   - budget: returns the request budget of a league, which the polls share.
  ///   - clock: measures the waits.
  ///   - now: returns the time by the wall clock.
  ///   - report: gets each refusal of a service, once.
  init(
    transport: any HTTPTransport, store: LookupStore, services: [ListingService] = [],
    budget: @escaping @Sendable (LeagueID) -> HostRateLimiter<C>, clock: C,
    now: @escaping @Sendable () -> Timestamp,
    report: @escaping @Sendable (Fault, ListingService.Endpoint) -> Void = { _, _ in }
  ) {
    (self.transport, self.store, self.budget, self.clock, self.now) = (transport, store, budget, clock, now)
    (self.services, self.report) = (services, report)
    gate = ServiceGate(clock: clock)
  }

  /// Returns the stored answer if it is younger than `lifetime` and can be decoded, without a request; nil without one.
  func recalled<Value: Sendable>(
    _ request: HTTPRequest, freshFor lifetime: Duration, _ decode: ([UInt8]) throws -> Value?
  ) async -> Answer<Value>? {
    let asked = now()
    guard let stored = try? await store.answer(of: request.url), stored.confirmed <= asked,
      asked - stored.confirmed < lifetime, let value = (try? decode(stored.body)) ?? nil
    else { return nil }
    try? await store.use(request.url, at: asked, isConfirmed: false)
    return Answer(value: value, confirmed: stored.confirmed)
  }

  /// Returns the service that a URL belongs to, and the endpoint; nil for the URL of a league's source.
  private func service(of url: String) -> (service: ListingService, endpoint: ListingService.Endpoint)? {
    for service in services {
      if let endpoint = service.endpoint(of: url) { return (service, endpoint) }
    }
    return nil
  }

  /// Returns the stored answer while it is younger than `lifetime`, else a new one, else the stored one with the reason.
  /// An answer that cannot be decoded replaces none. Throws `Fault` if there is no answer, or `CancellationError`.
  func answer<Value: Sendable>(
    to request: HTTPRequest, of league: LeagueID, freshFor lifetime: Duration, _ decode: ([UInt8]) throws -> Value
  ) async throws -> Answer<Value> {
    // A store that fails is as good as an empty one.
    let stored = try? await store.answer(of: request.url)
    let last = stored.flatMap { stored in
      (try? decode(stored.body)).map { Answer(value: $0, confirmed: stored.confirmed) }
    }
    let asked = now()
    if let last, last.confirmed <= asked, asked - last.confirmed < lifetime {
      try? await store.use(request.url, at: asked, isConfirmed: false)
      return last
    }
    do {
      return try await newAnswer(to: request, of: league, after: last == nil ? nil : stored, decode)
    } catch let error as CancellationError {
      throw error
    } catch {
      let fault = failed(league, error, request.url)
      guard var last else { throw fault }
      last.fault = fault
      return last
    }
  }

  private func newAnswer<Value: Sendable>(
    to request: HTTPRequest, of league: LeagueID, after last: LookupStore.Answer?,
    _ decode: ([UInt8]) throws -> Value
  ) async throws -> Answer<Value> {
    let service = service(of: request.url)
    let host = service.map { Host.service($0.service.name) } ?? .league(league)
    if let outage = outages.withLock({ $0[host] }), clock.now < outage.until {
      var fault = outage.fault
      fault.place = .url(URLText(request.url).plain)
      throw fault
    }
    var conditional = request
    conditional.limits.total = Self.longestRequest
    if let etag = last?.etag { conditional.headers.append((name: "If-None-Match", value: etag)) }
    if let service {
      try await gate.pass(service.endpoint, of: service.service, patience: Self.longestWait)
    } else {
      try await turn(of: league)
    }
    let (head, body) = try await transport.collect(conditional, limit: Self.largest)
    let arrived = now()
    if head.status == 304, let last {
      try? await store.use(request.url, at: arrived, isConfirmed: true)
      return Answer(value: try decode(last.body), confirmed: arrived)
    }
    let unexpected = UnexpectedAnswer(head: head, league: league)
    guard head.status == 200, !unexpected.isPage else { throw unexpected }
    let value = try decode(body)
    let answer = LookupStore.Answer(body: body, etag: head.headers["etag"], confirmed: arrived)
    try? await store.keep(answer, of: request.url)
    return Answer(value: value, confirmed: arrived)
  }

  /// Waits for a turn. Throws a fault if polls take all turns for `longestWait`.
  private func turn(of league: LeagueID) async throws {
    try await withThrowingTaskGroup(of: Void.self) { [budget, clock] group in
      group.addTask { try await budget(league).turn(at: league.rawValue, isLookup: true) }
      group.addTask {
        try await clock.sleep(for: Self.longestWait)
        throw Fault(
          .lookupBusy, "polls take the whole request budget of \(league.rawValue)",
          hint: "ask again later, or raise poll.requests_per_second")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Returns the fault of a failed request, and begins an outage unless one has begun.
  private func failed(_ league: LeagueID, _ error: any Error, _ url: String) -> Fault {
    if let fault = error as? Fault { return fault }
    if let fault = refused(error, url) { return fault }
    let failure = FeedFault(error, asking: url)
    // An answer that nothing exists at this URL is no failure of the source.
    if failure.isAbsence || (error as? UnexpectedAnswer)?.isMissingFile == true {
      var fault = failure.fault
      fault.code = .lookupNotFound
      return fault
    }
    let wait = max(failure.retryAfter ?? .zero, Self.shortestOutage)
    let host = service(of: url).map { Host.service($0.service.name) } ?? .league(league)
    outages.withLock { $0[host] = Outage(until: clock.now.advanced(by: wait), fault: failure.fault) }
    return failure.fault
  }

  /// Returns the fault if a service refuses a request because of the key, its plan or its limit; nil for another error.
  private func refused(_ error: any Error, _ url: String) -> Fault? {
    guard let answer = error as? UnexpectedAnswer, let (service, endpoint) = service(of: url) else { return nil }
    switch answer.head.status {
    case 401, 403:
      let fault = service.refusal(of: endpoint, status: answer.head.status)
      if gate.refuse(endpoint, of: service, fault) { report(fault, endpoint) }
      return fault
    case 429:
      let wait =
        answer.head.headers["retry-after"].flatMap { RetryAfter($0, at: now())?.wait } ?? ServiceGate<C>.usualPause
      gate.pause(service, for: wait)
      return service.busy(for: wait)
    default: return nil
    }
  }
}

extension Fault.Code {
  /// Polls take the whole request budget.
  package static let lookupBusy = Fault.Code("lookup.busy")
}

extension UnexpectedAnswer {
  /// Whether a store of files has no such file: Amazon S3 answers 403 with XML then.
  fileprivate var isMissingFile: Bool {
    head.status == 403 && head.headers["content-type"].map { $0.lowercased().contains("xml") } ?? false
  }
}
