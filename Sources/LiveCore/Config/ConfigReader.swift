internal import LiveModel

/// Builds one `Config` from the nodes of all files in turn. Collects faults instead of stopping at the first.
struct ConfigReader {
  var config = Config()
  /// At most `ConfigLimits.faults`.
  var faults: [Fault] = []
  /// The number of searches for a similar name so far.
  var suggestions = 0
  /// The place of the last value for each key that is compared with another key.
  var places: [String: Fault.Place] = [:]
  var sinks: [String: SinkDraft] = [:]
  var routes: [RouteDraft] = []
  /// The elements of `follow.teams` and `follow.players` in all files, with their places.
  var (followedTeams, followedPlayers): ([(name: String, place: Fault.Place)], [(name: String, place: Fault.Place)]) =
    ([], [])
  /// Whether references to secrets are resolved. If not, a value that is one is left out.
  var readsSecrets = true
  /// The environment variables that resolve references to secrets.
  let environment: [String: String]
  /// The credentials that replace those of the start; nil to keep them.
  let credentials: Credentials?
  /// The kinds of sinks, in the order in which faults name them.
  let kinds: [any SinkKind.Type]
  /// The keys that only some kinds have, by name.
  let ownKeys: [String: any SinkKeyReading]
  /// Throws a fault without a place if a text is not a valid template.
  let checkFormat: (String) throws(Fault) -> Void

  init(
    environment: [String: String], credentials: Credentials? = nil, kinds: [any SinkKind.Type],
    checkFormat: @escaping (String) throws(Fault) -> Void
  ) {
    (self.environment, self.credentials) = (environment, credentials)
    (self.kinds, self.checkFormat) = (kinds, checkFormat)
    // A name means the same in each kind that has it.
    ownKeys = Dictionary(kinds.flatMap { $0.keys }.map { ($0.name, $0) }) { first, _ in first }
  }

  enum Key: String, CaseIterable {
    case follow, source, poll, log, socket, journal, metrics, web, cluster, sinks, routes
    case catchUp = "catch_up"
    case stateDirectory = "state_directory"
  }

  /// Merges one file into the result: its values override earlier ones, its sinks are merged by name, its routes are
  /// appended.
  mutating func read(_ root: ConfigNode) {
    fields(of: root, as: Key.self) { reader, key, value in
      switch key {
      case .follow: reader.readFollow(value)
      case .source: reader.readSource(value)
      case .poll: reader.readPolling(value)
      case .catchUp: reader.set(\.catchUp, reader.choice(value))
      case .stateDirectory: reader.set(\.stateDirectory, reader.path(value))
      case .log: reader.readLog(value)
      case .socket: reader.readSocket(value)
      case .journal: reader.readJournal(value)
      case .metrics: reader.readMetrics(value)
      case .web: reader.readWeb(value)
      case .cluster: reader.readCluster(value)
      case .sinks: reader.readSinks(value)
      case .routes: reader.readRoutes(value)
      }
    }
  }

  /// Checks conditions that span several files. Call it once, after the last file.
  mutating func finish() {
    finishPolling()
    finishWeb()
    finishCluster()
    finishSinks()
    finishRoutes()
  }

  /// Returns what the files say besides the configuration. Call it after `finish`.
  func reading(of files: [String]) -> ConfigReading {
    let places = sinks.mapValues(\.place)
    var reading = ConfigReading()
    (reading.files, reading.sinkPlaces) = (files, places)
    let warnings =
      faults.isEmpty
      ? ConfigWarnings(
        config, routes: routes, sinkPlaces: places, follow: (followedTeams, followedPlayers),
        leaguePlace: self.places["source.nba.enabled"])
      : ConfigWarnings(routes: routes)
    (reading.warnings, reading.unfollowedTeams) = (warnings.all, warnings.unfollowedTeams)
    (reading.leagueWithoutTeams, reading.sinksWithoutTeams) = (warnings.leagueWithoutTeams, warnings.sinksWithoutTeams)
    (reading.followedTeams, reading.followedPlayers) = (followedTeams, followedPlayers)
    reading.followGroup = self.places["follow.group"]
    reading.playerNames = followedPlayers + routes.flatMap { $0.elements[.players] ?? [] }
    return reading
  }
}

extension ConfigReader {
  enum FollowKey: String, CaseIterable { case teams, players, group }
  enum SourceKey: String, CaseIterable { case mlb, nba }
  enum JournalKey: String, CaseIterable { case events }

  enum MLBKey: String, CaseIterable {
    case enabled
    case baseURL = "base_url"
    case sportIDs = "sport_ids"
    case predictions
    case push
  }

  enum PollKey: String, CaseIterable {
    case liveMin = "live_min"
    case liveMax = "live_max"
    case idleMax = "idle_max"
    case requestsPerSecond = "requests_per_second"
    case gameMemory = "game_memory"
  }

  enum SocketKey: String, CaseIterable { case path, mode, group }

  /// Reads what is followed. The lists of all files add up, so that each file can name its own; `[]` takes away what
  /// earlier files name.
  private mutating func readFollow(_ node: ConfigNode) {
    fields(of: node, as: FollowKey.self) { reader, key, value in
      guard value.kind != .nothing else { return }
      switch key {
      case .teams:
        reader.add(reader.teams(value), to: \.follow.teams)
        reader.followedTeams = value.elements.isEmpty ? [] : reader.followedTeams + value.elements
      case .players:
        reader.add(reader.players(value), to: \.follow.players)
        reader.followedPlayers = value.elements.isEmpty ? [] : reader.followedPlayers + value.elements
      case .group:
        reader.set(\.follow.group, reader.systemName(value))
        reader.places["follow.group"] = value.place
      }
    }
  }

  private mutating func add<Name: Hashable>(_ names: [Name]?, to list: WritableKeyPath<Config, [Name]>) {
    guard let names else { return }
    let before = names.isEmpty ? [] : config[keyPath: list]
    var known = Set(before)
    config[keyPath: list] = before + names.filter { known.insert($0).inserted }
  }

  private mutating func readSource(_ node: ConfigNode) {
    fields(of: node, as: SourceKey.self) { reader, league, value in
      switch league {
      case .mlb: reader.readMLB(value)
      case .nba: reader.readNBA(value)
      }
    }
  }

  private mutating func readMLB(_ node: ConfigNode) {
    fields(of: node, as: MLBKey.self) { reader, key, value in
      switch key {
      case .enabled: reader.set(\.mlb.enabled, reader.flag(value))
      case .baseURL: reader.set(\.mlb.baseURL, reader.baseURL(value))
      case .sportIDs: reader.set(\.mlb.sportIDs, reader.sportIDs(value))
      case .predictions: reader.set(\.mlb.predictions, reader.flag(value))
      case .push: reader.set(\.mlb.push, reader.onOrOff(value))
      }
    }
  }

  /// Upper bounds of the polling intervals. With longer ones, a live game would be barely watched, and a game could end
  /// before the schedule is read again.
  private static let (longestLive, longestIdle) = (Duration.seconds(3600), Duration.seconds(86_400))

  private mutating func readPolling(_ node: ConfigNode) {
    fields(of: node, as: PollKey.self) { reader, key, value in
      reader.places[key.rawValue] = value.place
      switch key {
      case .liveMin: reader.set(\.poll.bounds.liveMin, reader.duration(value, upTo: Self.longestLive))
      case .liveMax: reader.set(\.poll.bounds.liveMax, reader.duration(value, upTo: Self.longestLive))
      case .idleMax: reader.set(\.poll.bounds.idleMax, reader.duration(value, upTo: Self.longestIdle))
      case .requestsPerSecond: reader.set(\.poll.requestsPerSecond, reader.rate(value))
      case .gameMemory: reader.set(\.poll.gameMemory, reader.integer(value, in: 16_384...16_777_216, of: "bytes"))
      }
    }
  }

  /// Checks that `live_min` does not exceed `live_max`, unless one of them was rejected.
  private mutating func finishPolling() {
    let compared = [places["live_min"], places["live_max"]].compactMap(\.self)
    guard config.poll.bounds.liveMin > config.poll.bounds.liveMax,
      !faults.contains(where: { fault in compared.contains { $0 == fault.place } })
    else { return }
    let (least, most) = (
      DurationText.text(of: config.poll.bounds.liveMin), DurationText.text(of: config.poll.bounds.liveMax)
    )
    refuse(
      .configBadValue, "'live_min' of \(least) is longer than 'live_max' of \(most)", at: compared.first,
      hint: "lower the one or raise the other")
  }

  private mutating func readSocket(_ node: ConfigNode) {
    fields(of: node, as: SocketKey.self) { reader, key, value in
      switch key {
      case .path: reader.set(\.socket.path, reader.socketPath(value))
      case .mode: reader.set(\.socket.mode, reader.mode(value))
      case .group: reader.set(\.socket.group, reader.systemName(value))
      }
    }
  }

  private mutating func readJournal(_ node: ConfigNode) {
    fields(of: node, as: JournalKey.self) { reader, key, value in
      switch key {
      case .events: reader.set(\.journal.events, reader.flag(value))
      }
    }
  }
}

/// A route whose sinks may be defined in a later file.
struct RouteDraft {
  /// The keys besides the conditions.
  enum OwnKey: String, CaseIterable { case sinks, stop }

  static let keys = ConditionKey.allCases.map(\.rawValue) + OwnKey.allCases.map(\.rawValue)

  var place: Fault.Place
  var rule = Rule()
  var sinks: [(text: String, place: Fault.Place)] = []
  /// The place of each condition.
  var places: [ConditionKey: Fault.Place] = [:]
  /// The elements of each condition that is a list.
  var elements: [ConditionKey: [(name: String, place: Fault.Place)]] = [:]
  /// True if a value of the route was rejected, so that the rest does not show the intended effect.
  var isBroken = false
}
