internal import LiveModel
internal import LivePlatform

/// Sends requests to a league's source and decodes the answers. Feeds are decoded while they arrive.
struct FeedReader<L: League>: Sendable {
  let league: L
  let transport: any HTTPTransport

  /// Largest accepted schedule, in bytes. Four days of all sports that StatsAPI serves take less than 1 MiB.
  private static var scheduleLimit: Int { 8 << 20 }

  /// Decoded feed of one game, and its cache freshness.
  struct Answer: Sendable {
    var snapshot: L.Snapshot
    var freshness: Freshness
    /// The outline that a short answer is compared with; nil for a whole answer.
    var outline: L.Outline?
  }

  /// Requests the feed of a game in this state; only its newest part after an `outline`. Throws `FeedFault` or
  /// `CancellationError`.
  func answer(of game: GameID, in state: L.State, after outline: L.Outline? = nil) async throws -> Answer {
    let request = outline.map { league.shortRequest(of: game, after: $0) } ?? league.feedRequest(of: game, state)
    let decoder = Locked(outline == nil ? league.decoder() : league.shortDecoder())
    return try await reading(request) {
      let head = try await transport.send(request) { head, chunk in
        try check(head)
        try decoder.withLock { (decoder) throws(DecodeFault) in try decoder.feed(chunk) }
      }
      try check(head)
      let snapshot = try decoder.withLock { (decoder) throws(DecodeFault) in try decoder.finish() }
      return Answer(snapshot: snapshot, freshness: Freshness(head), outline: outline)
    }
  }

  /// Requests the schedule of these days, both included, with one row per game. Throws `FeedFault` or
  /// `CancellationError`.
  func schedule(from first: CivilDate, to last: CivilDate) async throws -> ScheduleAnswer {
    let request = league.scheduleRequest(from: first, to: last)
    return try await reading(request) {
      let (head, body) = try await transport.collect(request, limit: Self.scheduleLimit)
      try check(head)
      var answer = try league.games(in: body)
      answer.games = ScheduledGame.unique(answer.games)
      return answer
    }
  }

  private func check(_ head: HTTPResponseHead) throws {
    let answer = UnexpectedAnswer(head: head, league: league.id)
    guard head.status == 200, !answer.isPage else { throw answer }
  }

  private func reading<Value: Sendable>(
    _ request: HTTPRequest, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as CancellationError {
      throw error
    } catch {
      throw FeedFault(error, asking: request.url)
    }
  }
}

/// Age of an answer on arrival, and how much longer a cache returns the same answer.
///
/// Source: RFC 9111 §4.2 and §5.2.2. All numbers come from the network and are bounded here.
struct Freshness: Equatable, Sendable {
  /// Time that a cache had stored the answer; nil without a valid `Age` header.
  var age: Duration?
  /// Remaining lifetime of the answer in a cache; zero if caching is forbidden or no lifetime is given.
  var remaining = Duration.zero

  /// Upper bound of all header values, in seconds: one day.
  private static let longest = 86_400

  init() {}

  init(_ head: HTTPResponseHead) {
    let age = head.headers["age"].flatMap { Self.seconds($0) }
    self.age = age.map { .seconds($0) }
    guard let control = head.headers["cache-control"] else { return }
    let directives = control.prefix(1_000).lowercased().split(separator: ",").map { directive in
      directive.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" } }
    }
    guard !directives.contains(where: { ["no-store", "no-cache", "private"].contains($0.first) }) else { return }
    // For a shared cache, s-maxage overrides max-age.
    let lifetimes = ["s-maxage", "max-age"].lazy.compactMap { name in
      directives.first { $0.count == 2 && $0[0] == name }.flatMap { Self.seconds($0[1]) }
    }
    guard let lifetime = lifetimes.first else { return }
    remaining = .seconds(max(0, lifetime - (age ?? 0)))
  }

  /// Parses a number of digits only, limited to `longest`; nil for other text.
  private static func seconds(_ text: some StringProtocol) -> Int? {
    let digits = text.utf8.drop { $0 == UInt8(ascii: " ") }
    guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), longest) }
  }
}

/// Failed request to a source: the fault for the operator, and the server's demands.
struct FeedFault: Error, Equatable, Sendable {
  var fault: Fault
  var retryAfter: Duration?
  /// True if the server rejects this client: status 401 or 403, or an HTML page.
  var isRefusal = false
  /// True if the file does not exist: status 404 or 410, or 403 with an XML document.
  var isAbsence = false

  init(_ error: any Error, asking url: String) {
    let place = Fault.Place.url(URLText(url).plain)
    switch error {
    case let error as HTTPFault:
      fault = Fault(Fault.Code(rawValue: "feed.\(error.kind.rawValue)"), error.description, at: place)
    case let error as DecodeFault:
      fault = Fault(
        Fault.Code(rawValue: "feed.\(error.kind.rawValue)"), "the answer cannot be read: \(error)", at: place,
        hint: "kept the last good one")
    case let error as UnexpectedAnswer:
      fault = Fault(.feedStatus, error.description, at: place, hint: error.hint)
      retryAfter = error.retryAfter
      isRefusal = error.isRefusal
      isAbsence = error.isAbsence
    default:
      let description = (error as? DecodingError)?.inWords ?? "\(error)"
      fault = Fault(.feedMalformed, "the answer cannot be read: \(description)", at: place)
    }
  }

  /// All possible fault codes.
  static var codes: Set<Fault.Code> {
    let kinds = HTTPFault.Kind.allCases.map(\.rawValue) + DecodeFault.Kind.allCases.map(\.rawValue)
    return Set(kinds.map { Fault.Code(rawValue: "feed.\($0)") } + [.feedStatus, .feedMalformed])
  }
}

extension Fault.Code {
  static let feedStatus = Fault.Code("feed.status")
  static let feedMalformed = Fault.Code("feed.malformed")
}

/// HTTP answer whose status is not 200, or whose body is an HTML page.
struct UnexpectedAnswer: Error, CustomStringConvertible {
  var head: HTTPResponseHead
  var league: LeagueID

  var description: String {
    let type = head.headers["content-type"].map { " with \($0.prefix(80))" } ?? ""
    return "answered \(head.status)\(type)"
  }

  var isRefusal: Bool { !isAbsence && (head.status == 401 || head.status == 403 || isPage) }

  /// True if the file does not exist. A store that does not list its files answers so with status 403 and an XML
  /// document, as Amazon S3 does behind cdn.nba.com.
  var isAbsence: Bool {
    head.status == 404 || head.status == 410 || (head.status == 403 && contentType.hasBytes(of: "xml") && !isPage)
  }

  /// True if the answer is HTML instead of JSON, as from a block page or a captive portal.
  var isPage: Bool { contentType.hasBytes(of: "html") }

  private var contentType: String { head.headers["content-type"]?.prefix(80).lowercased() ?? "" }

  var hint: String? {
    let key = "source.\(league.rawValue).base_url"
    return switch head.status {
    case 200: "an HTML page, not a feed; check \(key), and whether a captive portal intercepts requests"
    case 300..<400: "redirects are not followed; set \(key) to the final address"
    case 403 where isAbsence: "the server has no such file; nothing to do before the game, else check \(key)"
    case 401, 403: "the server refuses this client; check \(key) and poll.requests_per_second"
    case 404: "check \(key)"
    default: nil
    }
  }

  /// Wait from the `Retry-After` header, at most 1 h. The date form is ignored, since the feed's servers do not use it.
  var retryAfter: Duration? {
    head.headers["retry-after"].flatMap { RetryAfter(seconds: $0)?.wait }
  }
}
