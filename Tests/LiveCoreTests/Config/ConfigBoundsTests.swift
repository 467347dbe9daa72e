internal import FoundationEssentials
internal import Testing
internal import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Bounds of every number of the configuration: any value is refused with its place, or the result works.
@Suite(.timeLimit(.minutes(1))) struct ConfigBoundsTests {
  private let folder: ConfigFolder

  init() throws { folder = try ConfigFolder() }

  /// Each key that takes a number, as it is written in a file; `%` is the value.
  private static let keys = [
    "source.mlb.sport_ids": "source: {mlb: {sport_ids: [%]}}",
    "source.nba.numbers.requests_per_minute": "source: {nba: {numbers: {requests_per_minute: %}}}",
    "poll.live_min": "poll: {live_min: %, live_max: 1h}", "poll.live_max": "poll: {live_min: 1ms, live_max: %}",
    "poll.idle_max": "poll: {idle_max: %}",
    "poll.requests_per_second": "poll: {requests_per_second: %}",
    "poll.game_memory": "poll: {game_memory: %}", "log.max_size": "log: {max_size: %}",
    "log.retention": "log: {retention: %}",
    "socket.mode": "socket: {mode: \"%\"}", "metrics.listen": "metrics: {listen: \"127.0.0.1:%\"}",
    "web.listen": "web: {listen: \"127.0.0.1:%\"}",
    "sinks.NAME.delay": sink("delay: %"), "sinks.NAME.group": sink("group: %"),
    "sinks.NAME.expires": sink("expires: %"), "sinks.NAME.timeout": sink("timeout: %"),
    "sinks.NAME.max_in_flight": sink("max_in_flight: %"),
    "sinks.NAME.max_per_minute": sink("max_per_minute: %"),
    "sinks.NAME.quiet_hours.from": sink("quiet_hours: {from: \"%\", to: \"08:00\"}"),
    "sinks.NAME.quiet_hours.to": sink("quiet_hours: {from: \"23:00\", to: \"%\"}"),
    "sinks.NAME.thread_id": "sinks: {a: {type: discord, url: \"https://example.org/1/a\", thread_id: %}}",
    "thread_id of Telegram": "sinks: {a: {type: telegram, token: \"1:a\", chat_id: 7, thread_id: %}}",
    "sinks.NAME.chat_id": "sinks: {a: {type: telegram, token: \"1:a\", chat_id: %}}",
    "follow.players": "follow: {players: [%]}", "routes[].players": route("players: [%]"),
    "routes[].innings": route("innings: %"), "routes[].score_margin": route("score_margin: %"),
    "routes[].importance": route("importance: %"),
    "routes[].min_leverage": route("min_leverage: %"), "routes[].min_swing": route("min_swing: %"),
  ]

  private static func sink(_ setting: String) -> String { "sinks: {a: {type: exec, command: [/bin/true], \(setting)}}" }

  private static func route(_ setting: String) -> String { "routes: [{stop: true, \(setting)}]" }

  private static let numbers =
    [
      "0", "-0", "1", "-1", "+1", "00", "010", "0x1F", "0.5", "0.0009", "0.001", "1000", "1000.1", "65536", "5e-324",
      "1e-22",
      "1e308", "1e309", "-1e308", ".5", "5.", "2147483648", "9223372036854775807", "9223372036854775808",
      "-9223372036854775808", "18446744073709551616", "9007199254740993", "NaN", ".nan", ".inf", "-.inf", "inf", "''",
      "1000.0000000000001", "2.2250738585072014e-308", "07:59", "23:59", "24:00", "99:99", "0-99", "99-0", "<=0", "99+",
    ] + [String(repeating: "9", count: 400), "0." + String(repeating: "0", count: 400) + "1"]

  private static let units = ["ms", "s", "m", "h", "B", "KiB", "MB", "GiB", "TB", "TiB"]

  private static let values =
    numbers
    + ["0", "1", "7", "999999999", "1000000000", "9223372036854775807", String(repeating: "9", count: 30)]
    .flatMap { count in units.map { count + $0 } }

  @Test(arguments: keys.keys.sorted())
  func anyValueIsRefusedOrWorks(key: String) throws {
    let setting = try #require(Self.keys[key])
    var (read, refused) = (0, 0)
    for value in Self.values {
      let path = try folder.write(setting.replacing("%", with: value), to: "livegamed.yaml")
      do throws(ConfigFaults) {
        try use(ConfigFiles.read(path: path, environment: [:]), value)
        read += 1
      } catch {
        refused += 1
        for fault in error.faults {
          #expect(fault.place?.description.contains("livegamed.yaml:1:") == true, "\(value): \(fault)")
        }
      }
    }
    #expect(read > 0 && refused > 0 && read + refused == Self.values.count, "\(read) read, \(refused) refused")
  }

  /// Builds what the daemon builds from a configuration, and computes with it.
  private func use(_ config: Config, _ value: String) {
    let poll = config.poll
    let spacing = RequestRate.spacing(perSecond: poll.requestsPerSecond)
    #expect(spacing >= .milliseconds(1) && spacing <= .seconds(1000), "\(value)")
    #expect(
      poll.bounds.liveMin > .zero && poll.bounds.liveMin <= poll.bounds.liveMax
        && poll.bounds.liveMax <= .seconds(3600), "\(value)")
    #expect(poll.bounds.idleMax > .zero && poll.bounds.idleMax <= .seconds(86_400), "\(value)")
    #expect((16_384...16_777_216).contains(poll.gameMemory) && ConfigReader.logSizes.contains(config.log.maxSize))
    #expect(ConfigReader.logAges.contains(config.log.retention), "\(value)")
    #expect(config.mlb.sportIDs.allSatisfy { (1...99_999).contains($0) })
    #expect(NumbersSettings.requestBounds.contains(config.nba.numbers.requestsPerMinute))
    _ = Cadence(bounds: poll.bounds)
    _ = Router(config)
    let builder = SinkBuilder(transport: ScriptedTransport(.status(200)), environment: [:])
    for settings in config.sinks {
      guard let options = try? builder.build(settings).options else {
        Issue.record("\(value): no sink can be built")
        continue
      }
      #expect(options.lag >= .zero && options.lag <= .seconds(4200), "\(value)")
      #expect(options.expires >= .seconds(1) && options.expires <= .seconds(30 * 86_400), "\(value)")
      #expect((1...16).contains(options.maxInFlight) && (1...6000).contains(options.maxPerMinute ?? 1), "\(value)")
      #expect(settings.timeout >= .milliseconds(100) && settings.timeout <= .seconds(3600), "\(value)")
      let now = Timestamp(seconds: 1_784_000_000)
      if let end = options.quiet?.end(at: now) { #expect(end > now && end <= now + .seconds(90_000), "\(value)") }
      #expect(Retry(attempts: 0, deadline: now + options.lag + options.expires, seed: "a").isExpired(at: now) == false)
    }
  }

  /// Every number of the manual's table of keys is tried here.
  @Test func everyNumberOfTheManualIsTried() throws {
    let page = try String(contentsOf: URL(filePath: "\(WireFormat.root)/docs/configuration.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.split(separator: " | ") }
    let words = ["duration", "number", "requests", "bytes, 16", "size", "port", "bits", "time of day", "ids"]
    let numbers = rows.filter { $0.count == 4 && words.contains(where: $0[1].contains) }.map { row in
      String(row[0].dropFirst(3).prefix { $0 != "`" })
    }
    #expect(numbers.count >= 24)
    #expect(Set(numbers).subtracting(Self.keys.keys) == [])
  }

  @Test(arguments: [Double.leastNonzeroMagnitude, 0, -1, -.infinity, .nan, 1e308, .infinity, 1e-22] as [Double])
  func noRateOverflows(_ rate: Double) async throws {
    let spacing = RequestRate.spacing(perSecond: rate)
    #expect(spacing == (rate > 1000 ? .milliseconds(1) : .seconds(1000)))
    let clock = ManualClock()
    let limiter = HostRateLimiter(clock: clock) { spacing }
    try await limiter.turn(at: "a:443")
    let second = Task { try await limiter.turn(at: "a:443") }
    await clock.whenSleeping()
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
  }

  @Test func aLongListIsRefusedAtOnce() throws {
    for (key, text) in [
      ("teams", "follow: {teams: [%]}"), ("players", "follow: {players: [%]}"),
      ("tags", "routes: [{stop: true, tags: [%]}]"),
      ("types", "routes: [{stop: true, types: [%]}]"), ("sport_ids", "source: {mlb: {sport_ids: [%]}}"),
    ] {
      let names = Array(repeating: "BOSS", count: 120_000).joined(separator: ", ")
      let path = try folder.write(text.replacing("%", with: names), to: "livegamed.yaml")
      let faults = try #require(throws: ConfigFaults.self) { try ConfigFiles.read(path: path, environment: [:]) }
      #expect(faults.faults.map(\.message) == ["'\(key)' takes at most 1000 elements, and not 120000"])
      #expect(faults.faults.first?.hint?.isEmpty == false)
    }
  }

  /// At most a thousand faults are reported, and at most a hundred suggestions computed.
  @Test func veryManyFaultsAreReportedQuickly() throws {
    let keys = (0..<40_000).map { "levee_min\($0): 1" }.joined(separator: ", ")
    let path = try folder.write("poll: {\(keys)}", to: "livegamed.yaml")
    let clock = ContinuousClock()
    var messages: [Fault] = []
    let span = clock.measure {
      do throws(ConfigFaults) { _ = try ConfigFiles.read(path: path, environment: [:]) } catch {
        messages = error.faults
      }
    }
    #expect(messages.count == 1000 && span < .seconds(20))
  }

  @Test func sinksRoutesAndDropInsAreLimited() throws {
    let sinks = (0...100).map { "  s\($0): {type: exec, command: [/bin/true]}\n" }.joined()
    var path = try folder.write("sinks:\n\(sinks)", to: "livegamed.yaml")
    #expect(try faults(path) == ["at most 100 sinks may be described"])
    path = try folder.write("routes: [{stop: true}]", to: "livegamed.yaml")
    try folder.write("routes:\n" + String(repeating: "- {stop: true}\n", count: 1000), to: "livegamed.d/1.yaml")
    #expect(try faults(path) == ["there are 1001 routes, and at most 1000 may be"])
    for number in 2...101 { try folder.write("", to: "livegamed.d/\(number).yaml") }
    #expect(try faults(path) == ["this folder holds 101 drop-ins, and at most 100 are read"])
  }

  /// Texts of any length: an address, a path, a name, a token, an argument.
  @Test(arguments: [
    ("source: {mlb: {base_url: \"https://example.org/%\"}}", 4000, "'base_url' takes at most 4096 bytes"),
    ("state_directory: \"/%\"", 4000, "'state_directory' takes at most 4095 bytes"),
    ("socket: {group: \"%\"}", 256, "'group' takes at most 256 bytes"),
    ("sinks: {a: {type: webhook, url: \"https://example.org/%\"}}", 4000, "'url' takes at most 4096 bytes"),
    ("sinks: {a: {type: ntfy, topic: games, token: \"%\"}}", 4000, "'token' takes at most 4096 bytes"),
    ("sinks: {a: {type: exec, command: [\"/%\"]}}", 4000, "'command' takes at most 4095 bytes"),
    ("sinks: {a: {type: exec, command: [/bin/true, \"%\"]}}", 65_536, "'command' takes at most 65536 bytes"),
  ])
  func aTextThatIsTooLongIsRefused(_ text: String, _ longest: Int, _ message: String) throws {
    func written(_ count: Int) throws -> String {
      try folder.write(text.replacing("%", with: String(repeating: "x", count: count)), to: "livegamed.yaml")
    }
    _ = try ConfigFiles.read(path: written(longest), environment: [:])
    let messages = try faults(written(longest + 1000))
    #expect(messages.count == 1 && messages.first?.hasPrefix(message) == true, "\(messages)")
  }

  private func faults(_ path: String) throws -> [String] {
    try #require(throws: ConfigFaults.self) { try ConfigFiles.read(path: path, environment: [:]) }.faults.map(\.message)
  }
}
