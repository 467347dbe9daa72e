import Foundation
import Logging
import ServiceLifecycle
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// A league with periods and a clock goes through the daemon's own services to a webhook, to chats and to the socket.
/// Nothing outside `QuarterLeague.swift` knows its members.
@Suite(.timeLimit(.minutes(1))) struct LeagueSeamTests {
  /// The feeds. The second corrects the first play.
  private static let feeds = [
    "1 11:40 2-0 2 Ada Long\n",
    "1 11:40 3-0 3 Ada Long\n2 4:31 3-2 2 Bo Reyes\n",
    "1 11:40 3-0 3 Ada Long\n2 4:31 3-2 2 Bo Reyes\n4 0:03 5-2 2 Ada Long\nend\n",
  ]

  /// Messages to the four sinks after each feed.
  private static let messages = [4, 12, 18]

  @Test func reachesWebhookChatAndSocketWithItsOwnMembersAndWords() async throws {
    let receiver = try LoopbackServer(checksEvents: false) { _ in .json(#"{"id":1}"#) }
    let source = try server(for: receiver)
    defer {
      source.stop()
      receiver.stop()
    }
    let folder = try TemporaryFolder()
    let daemon = try daemon(source: source, receiver: receiver, in: folder)
    let lines = try await daemon.running {
      let lines = try await Self.events(from: daemon.socket)
      _ = await receiver.requests(atLeast: Self.messages[2])
      return lines
    }

    #expect(lines.map(\.id) == Self.facts)
    let first = lines[0].data
    #expect(first.league == .quarters && first.members.decoded() == Self.members(1, "11:40", 2, "Ada Long"))

    // The webhook and the socket have the same bytes.
    let posts = receiver.requests.filter { $0.target == "/hook" }.map(\.body)
    #expect(try posts.map { try CloudEvent(line: $0).event } == lines)

    let chat = Self.messages(receiver, "open")
    #expect(chat.contains(["title": "EST 2, WST 0 · Q1 11:40", "message": "Ada Long makes 2."]))
    #expect(chat.contains(["title": "EST 3, WST 0 · Q1 11:40", "message": "Corrected: Ada Long makes 3."]))
    #expect(chat.contains(["title": "EST 5, WST 2 · Final", "message": "Final"]))

    // `innings: 1-2` means its periods, `quarters/BOS` its own club, and the last basket is in the fourth.
    let early = Self.messages(receiver, "early")
    #expect(
      early.contains { $0["message"] == "Bo Reyes makes 2." } && !early.contains { $0["title"]?.contains("Q4") == true }
    )

    // Without spoilers, only the game is left.
    let closed = Self.messages(receiver, "closed")
    #expect(closed.contains(["title": "EST@WST", "message": "Something happened"]))
    #expect(closed.contains(["title": "EST@WST · Final", "message": "Final"]))
    #expect(!closed.contains { "\($0)".contains("makes") || "\($0)".contains("EST 5") })
  }

  @Test func theBoardCarriesItsMembers() async throws {
    let receiver = try LoopbackServer(checksEvents: false) { _ in .json(#"{"id":1}"#) }
    let source = try server(for: receiver)
    defer {
      source.stop()
      receiver.stop()
    }
    let folder = try TemporaryFolder()
    let daemon = try daemon(source: source, receiver: receiver, in: folder)
    let board = try await daemon.running {
      _ = try await Self.events(from: daemon.socket)
      let client = try SocketClient(path: daemon.socket)
      _ = try await client.next()
      let schedule = try await client.answer(to: Lookup.schedule(ScheduleQuestion(date: CivilDate(iso: "2026-07-11"))))
      #expect(schedule.text.contains(#""date":"2026-07-11""#) && schedule.text.contains(#""state":"live""#))
      return try await client.answer(to: .scoreboard)
    }
    let game = try #require(
      (JSONSerialization.jsonObject(with: Data(board.bytes)) as? [String: Any])?["games"] as? [[String: Any]])[0]
    #expect(game["league"] as? String == "quarters" && game["inning"] == nil)
    #expect((game["period"] as? [String: Any])?["clock"] as? String == "0:03")
  }

  private static let facts = [
    "quarters/7/1/shot/1@1", "quarters/7/1/shot/1@2", "quarters/7/2/shot/2@1", "quarters/7/4/shot/3@1",
    "quarters/7/status/final/1@1",
  ]

  private static func members(_ period: Int, _ clock: String, _ points: Int, _ name: String) -> QuarterMembers {
    QuarterMembers(
      period: .init(number: period, clock: clock), points: points, shooter: Person(id: 30, name: name))
  }

  /// Returns a server of the schedule and of the feeds. The next feed follows when the receiver has all messages about
  /// the last, so that none of them are combined.
  private func server(for receiver: LoopbackServer) throws -> LoopbackServer {
    try LoopbackServer { request in
      if request.target == "/schedule" { return .response(body: Array("7 live EST WST\n".utf8)) }
      let sent = receiver.requests.count
      return .response(body: Array(Self.feeds[min(Self.messages.count { $0 <= sent }, 2)].utf8))
    }
  }

  private func daemon(
    source: LoopbackServer, receiver: LoopbackServer, in folder: TemporaryFolder
  ) throws -> RunningServices {
    var config = Config()
    config.poll.bounds = PollBounds(liveMin: .milliseconds(20), liveMax: .milliseconds(50), idleMax: .seconds(60))
    config.poll.requestsPerSecond = 1000
    config.socket.path = "\(folder.path)/live.sock"
    config.journal.events = false
    config.sinks = [
      Self.sink("hook", WebhookSettings(), receiver.url("/hook")),
      Self.chat("open", receiver), Self.chat("early", receiver), Self.chat("closed", receiver),
    ].sorted { $0.name < $1.name }
    config.sinks = config.sinks.map { sink in
      var sink = sink
      sink.spoilerFree = sink.name == "closed"
      return sink
    }
    config.routes = [
      Rule(leagues: ["quarters"], sinks: ["hook", "open", "closed"]),
      Rule(teams: ["quarters/BOS"], tags: [.basket], innings: 1...2, sinks: ["early"]),
    ]
    var assembly = Assembly(
      config: config, paths: Paths(environment: [:]), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      reread: nil)
    assembly.leagues = Leagues([Baseball(), QuarterDescription()])
    let url = source.url("")
    assembly.sources = { _ in [QuarterLeague(baseURL: url)] }
    return try RunningServices(assembly, in: folder)
  }

  private static func sink(_ name: String, _ kind: any SinkKind, _ url: String) -> SinkSettings {
    var settings = SinkSettings(name: name, kind: kind, url: Secret(url))
    (settings.allowHTTP, settings.allowPrivate) = (true, true)
    return settings
  }

  private static func chat(_ name: String, _ receiver: LoopbackServer) -> SinkSettings {
    sink(name, GotifySettings(token: Secret("AbCdEf.123456-7")), receiver.url("/\(name)"))
  }

  /// Reads from the socket up to the final.
  private static func events(from path: String) async throws -> [Event] {
    let client = try SocketClient(path: path)
    try client.subscribe(Subscription(after: .oldest))
    var events: [Event] = []
    while let line = try await client.next() {
      guard line.event != nil else { continue }
      events.append(try CloudEvent(line: line.bytes).event)
      if events.last?.data.tags.contains(.final) == true { break }
    }
    return events
  }

  private static func messages(_ receiver: LoopbackServer, _ sink: String) -> [[String: String]] {
    receiver.requests.filter { $0.target.hasPrefix("/\(sink)/") }.map { request in
      let body = (try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]) ?? [:]
      return body.compactMapValues { $0 as? String }
    }
  }
}

/// The daemon's services in this process, with a log of their own.
struct RunningServices {
  let socket: String
  private let services: [any Service]
  private let transports: [CurlTransport]

  init(_ assembly: Assembly, in folder: TemporaryFolder) throws {
    transports = [try CurlTransport(), try CurlTransport(limits: .deliveries)]
    socket = assembly.config.socket.path ?? ""
    services = try assembly.services(
      in: Assembly.Dependencies(
        log: try EventLog(path: "\(folder.path)/log.sqlite"), polls: transports[0], deliveries: transports[1],
        manager: RecordingManager(), openFiles: 4096, hangUps: nil))
  }

  /// Runs the services until `body` has returned, and stops them as the daemon does: what is logged is delivered first.
  func running<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
    let group = ServiceGroup(services: services, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    defer { for transport in transports { transport.close() } }
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      let result = try await body()
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      return result
    }
  }
}
