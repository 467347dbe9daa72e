import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct FollowServiceTests {
  private let storage: TemporaryLog
  private let folder: ConfigFolder
  private let logged = RecordedLog()
  private let now = Timestamp(seconds: 1_000_000)

  init() throws { (storage, folder) = (try TemporaryLog(), try ConfigFolder()) }

  /// Two players of one name, and one other.
  private static let players = [
    Person(id: 660_271, name: "Shohei Ohtani"), Person(id: 669_257, name: "Will Smith"),
    Person(id: 519_293, name: "Will Smith"), Person(id: 608_070, name: "José Ramírez"),
  ]

  private static let builder = SinkBuilder(transport: ScriptedTransport(.status(200)), environment: [:])

  private func config(_ yaml: String) throws -> Config {
    try folder.write(yaml, to: "livegamed.yaml")
    return try ConfigFiles.read(path: "\(folder.path)/livegamed.yaml", environment: [:])
  }

  private func settings(_ yaml: String) throws -> ActiveConfig {
    try ActiveConfig(try config(yaml), followed: try storage.log.followed(), builder: Self.builder)
  }

  private func service(
    _ settings: ActiveConfig, _ transport: ScriptedTransport = ScriptedTransport(.status(404)),
    players: @escaping @Sendable () async throws -> [Person] = { FollowServiceTests.players },
    season: @escaping @Sendable (String) async throws -> [PlayerListing] = { _ in [] },
    person: @escaping @Sendable (PlayerListing) async throws -> Person? = { Person(id: $0.id, name: $0.name) },
    with others: [any League] = []
  ) throws -> FollowService<ManualClock> {
    let clock = ManualClock()
    let limiter = HostRateLimiter(clock: clock, spacing: { .zero })
    let source = LookupSource(
      transport: transport, store: LookupStore(path: nil), budget: { _ in limiter }, clock: clock,
      now: { [now] in now })
    return FollowService(
      orders: FollowOrders {}, settings: settings, log: storage.log,
      names: FollowNames(
        leagues: [MLB(baseURL: "http://127.0.0.1:9", sportIDs: [1])] + others, source: source, players: players,
        season: season, person: person),
      logger: logged.logger, now: { [now] in now })
  }

  private func add(
    _ names: String..., only: Bool = false, by service: FollowService<ManualClock>
  ) async throws -> FollowChange {
    let answer = try await service.answer(to: FollowOrder(request: .add(names, isOnly: only), user: 1000))
    guard case .added(let change) = answer else { throw CancellationError() }
    return change
  }

  private func list(_ service: FollowService<ManualClock>) async throws -> FollowListing {
    guard case .list(let listing) = try await service.answer(to: FollowOrder(request: .list)) else {
      throw CancellationError()
    }
    return listing
  }

  private func watches(_ team: String, _ settings: ActiveConfig) -> Bool {
    settings.polls.current.router.watches(away: team, home: "TOR", in: .mlb)
  }

  @Test func anOrderAppliesAtOnceAndIsRecorded() async throws {
    let settings = try settings("follow: {teams: [NYY]}")
    let (generation, routing) = (settings.polls.generation, settings.polls.current.routing)
    #expect(!watches("BOS", settings))
    let change = try await add("red sox", "Shohei Ohtani", by: try service(settings))
    #expect(change.changed.map(\.abbreviation) == ["BOS", nil] && change.changed.map(\.id) == [nil, 660_271])
    #expect(watches("BOS", settings) && settings.polls.generation == generation + 1)
    #expect(settings.polls.current.followedSince == now)
    #expect(routing != settings.polls.current.routing && settings.polls.current.routing?.contains(#""660271""#) == true)
    #expect(
      logged.lines == ["notice follow changed by order changes=BOS added, Shohei Ohtani (660271) added client=uid 1000"]
    )
  }

  @Test func anOrderSurvivesARestartAndAReload() async throws {
    let first = try settings("follow: {teams: [NYY]}")
    _ = try await add("BOS", by: try service(first))
    try storage.reopen()
    let second = try settings("follow: {teams: [NYY]}")
    #expect(watches("BOS", second))
    let change = second.commit(try second.prepare(try config("follow: {teams: [SEA]}")), at: now)
    #expect(change.applied == ["follow"] && watches("BOS", second) && watches("SEA", second) && !watches("NYY", second))
  }

  @Test func whatIsFollowedAlreadyChangesNothing() async throws {
    let settings = try settings("follow: {teams: [NYY]}")
    let service = try service(settings)
    _ = try await add("BOS", by: service)
    let generation = settings.polls.generation
    let change = try await add("Yankees", "boston", by: service)
    #expect(change.changed.isEmpty && change.unchanged.map(\.abbreviation) == ["NYY", "BOS"])
    #expect(change.unchanged[0].place?.contains("livegamed.yaml:1:18") == true && change.unchanged[1].user == 1000)
    #expect(settings.polls.generation == generation && logged.lines.count == 1)
  }

  @Test(arguments: [
    ("New York", "could be several teams"), ("Will Smith", "write 519293 or 669257"), ("Otani", "no game in the log"),
    ("Ohtani", "did you mean 'Shohei Ohtani'?"), ("Jose Ramires", "did you mean 'José Ramírez'?"),
    ("BOSS", "did you mean 'BOS'?"), ("9007199254740993", "neither a team nor a player"), ("!", "neither a team"),
  ])
  func aNameThatIsNotUnderstoodAddsNothing(name: String, words: String) async throws {
    let service = try service(try settings("follow: {teams: [NYY]}"))
    let refusal = await #expect(throws: Request.Refusal.self) { try await add("BOS", name, by: service) }
    #expect(refusal?.code == .unknownName && refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
    #expect(try storage.log.followed().isEmpty)
    #expect(logged.lines.isEmpty)
  }

  /// The season's players are searched after those of the log.
  @Test func aPlayerOfNoLoggedGameIsFoundInTheSeason() async throws {
    let active = try settings("follow: {teams: [NYY]}")
    let service = try service(
      active,
      season: { _ in
        [(7, "Ana Muñoz"), (8, "Zoë Zwick"), (9, "Zoe Zwick")].map { PlayerListing(league: .mlb, id: $0, name: $1) }
      })
    #expect(try await add("ana munoz", "Shohei Ohtani", by: service).changed.map(\.id) == [7, 660_271])
    for (name, words) in [
      ("Zoe Zwick", "write 8 or 9"), ("Ana Munos", "did you mean 'Ana Muñoz'?"),
      ("Babe Ruth", "no player of the season"),
    ] {
      let refusal = await #expect(throws: Request.Refusal.self) { try await add(name, by: service) }
      #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
    }
    let away = try self.service(active, season: { _ in throw Fault(.lookupFailed, "no answer") })
    let refusal = await #expect(throws: Request.Refusal.self) { try await add("Ana Munoz", by: away) }
    #expect(refusal?.message.contains("no game in the log") == true)
    #expect(refusal?.message.contains("the league's players are unknown (no answer)") == true)
    let several = await #expect(throws: Request.Refusal.self) { try await add("NYY", "Ana Munoz", by: away) }
    #expect(several?.message.hasSuffix("; nothing was changed") == true)
    #expect(try storage.log.followed().count == 2)
  }

  @Test func anIDAlwaysWorks() async throws {
    let service = try service(try settings("follow: {teams: [NYY]}")) { throw CancellationError() }
    let change = try await add("660271", by: service)
    #expect(change.changed.map(\.id) == [660_271] && change.warnings.count == 1)
    let refusal = await #expect(throws: Request.Refusal.self) { try await add("Shohei Ohtani", by: service) }
    #expect(refusal?.code == .failed && refusal?.message.contains("write the id") == true)
  }

  @Test func theLeagueNamesAnID() async throws {
    let body = #"{"people":[{"id":660271,"fullName":"Shohei Ohtani","active":true,"currentTeam":{"name":"LAD"}}]}"#
    let service = try service(
      try settings("follow: {teams: [NYY]}"), ScriptedTransport(.status(200, body: body)))
    let change = try await add("660271", by: service)
    #expect(change.changed.map(\.name) == ["Shohei Ohtani"] && change.warnings.isEmpty)
  }

  @Test func aPlayerWhoLeavesTheLeagueStaysInTheListAndComesBack() async throws {
    let there =
      #"{"people":[{"id":608070,"fullName":"José Ramírez","active":true,"currentTeam":{"name":"Guardians"}}]}"#
    let settings = try settings("follow: {teams: [NYY]}")
    _ = try await add("josé ramírez", by: try service(settings))
    for (body, state, team) in [
      (there, FollowEntry.State.active, "Guardians"), (#"{"people":[]}"#, .inactive, nil),
      (#"{"people":[{"id":608070,"active":false}]}"#, .inactive, nil), (there, .active, "Guardians"),
    ] {
      let listing = try await list(try service(settings, ScriptedTransport(.status(200, body: body))))
      #expect(listing.entries.map(\.state) == [nil, state] && listing.entries[1].team == team)
      #expect(listing.entries[1].name == "José Ramírez" && listing.confirmed == now && listing.staleBecause == nil)
    }
    #expect(settings.polls.current.router.watches(away: "SEA", home: "TOR", in: .mlb))
  }

  @Test func withoutAnAnswerOfTheLeagueTheStateIsUnknown() async throws {
    let settings = try settings("follow: {players: [5, \"Shohei Ohtani\", \"Will Smith\"]}")
    let listing = try await list(try service(settings, ScriptedTransport(.status(500))))
    #expect(listing.entries.map(\.state) == [.unknown, .unknown, .unknown] && listing.confirmed == nil)
    #expect(listing.entries.map(\.id) == [5, 660_271, nil], "one player of the log has the name")
    #expect(listing.staleBecause?.contains("feed.status") == true, "\(listing.staleBecause ?? "")")
  }

  @Test func withoutPlayersTheLeagueIsNotAsked() async throws {
    let transport = ScriptedTransport(.status(500))
    let listing = try await list(try service(try settings("follow: {teams: [NYY]}"), transport))
    #expect(transport.requests.isEmpty && listing.staleBecause == nil && listing.entries.count == 1)
    #expect(try await list(try service(try settings(""))).isEverything)
  }

  /// A service beside the league has ids of its own.
  @Test func aListedPlayerIsFollowedByTheIDOfTheEvents() async throws {
    let curry = PlayerListing(
      league: .quarters, id: 115, service: "balldontlie", name: "Ana Curry",
      team: GameSummary.Club(id: 1, abbreviation: "EST", name: "Eastern Owls"))
    let settings = try settings("follow: {teams: [NYY]}")
    let found = try service(settings, season: { _ in [curry] }, person: { _ in Person(id: 201_939, name: "Ana Currý") })
    #expect(try await add("ana curry", by: found).changed.map(\.id) == [201_939])
    let absent = try service(settings, season: { _ in [curry] }, person: { _ in nil })
    let refusal = await #expect(throws: Request.Refusal.self) { try await add("Ana Curry", by: absent) }
    #expect(refusal?.message.contains("the last roster of Eastern Owls does not have this player") == true)
    // No roster changes what is followed.
    #expect(try storage.log.followed().map(\.name) == ["201939"])
  }

  @Test func aLeagueSaysNothingOfThePlayersOfAnother() async throws {
    let settings = try settings("follow: {players: [201939]}")
    let transport = ScriptedTransport(.status(200, body: #"{"people":[]}"#))
    let alone = try await list(try service(settings, transport)).entries.map(\.state)
    let beside = try service(settings, transport, with: [QuarterLeague(baseURL: "http://127.0.0.1:9")])
    #expect(alone != [.active])
    #expect(try await list(beside).entries.map(\.state) == [.unknown])
  }

  @Test func everythingIsGivenUpAndTakenBackOnlyByName() async throws {
    let settings = try settings("")
    let service = try service(settings)
    await #expect(throws: Request.Refusal.self) { try await add("BOS", by: service) }
    #expect(watches("SEA", settings))
    _ = try await add("BOS", only: true, by: service)
    #expect(watches("BOS", settings) && !watches("SEA", settings))
    await #expect(throws: Request.Refusal.self) {
      try await service.answer(to: FollowOrder(request: .remove(["BOS"], isEverything: false)))
    }
    _ = try await service.answer(to: FollowOrder(request: .remove(["BOS"], isEverything: true)))
    #expect(watches("SEA", settings))
    #expect(try storage.log.followed().isEmpty)
    #expect(logged.lines.last == "notice follow changed by order changes=BOS removed client=unknown")
  }

  @Test func aWarningAboutATeamThatIsNotFollowedGoesWithIt() async throws {
    let yaml = "follow: {teams: [NYY]}\nroutes: [{teams: [BOS], stop: true}, {teams: [SEA], stop: true}]\n"
    let settings = try settings(yaml)
    #expect(settings.warnings.count == 2)
    _ = try await add("BOS", by: try service(settings))
    #expect(settings.warnings.count == 1 && settings.warnings[0].message.contains("no SEA"))
    _ = try await add("5", by: try service(settings))
    #expect(settings.warnings.isEmpty, "every game is watched for a player")
  }

  @Test func aGroupThatTheSystemDoesNotHaveIsAWarning() throws {
    let settings = try settings("follow: {group: no-such-group-here}")
    #expect(settings.warnings.map(\.code) == [.configUnusableGroup] && settings.followGroup?.isAdmitted([0]) == false)
    #expect(settings.warnings[0].place == .file("\(folder.path)/livegamed.yaml", line: 1, column: 17))
    #expect(try self.settings("follow: {group: root}").followGroup?.isAdmitted([0]) == true)
    #expect(try self.settings("").followGroup == nil)
  }

  @Test func playersOfTheLogAreFoundByName() async throws {
    for (name, player) in [
      ("a", Person(id: 1, name: "Batter")), ("b", Person(id: 1, name: "Batter Jr.")),
      ("c", Person(id: 2, name: "Pitcher")),
    ] {
      var event = SampleEvents.event(name)
      event.data.players = [Participant(player, as: .entering)]
      try await storage.append(event)
    }
    let players = try await LoggedPlayers(log: storage.log).all()
    #expect(Set(players) == [Person(id: 1, name: "Batter Jr."), Person(id: 2, name: "Pitcher")])
  }
}
