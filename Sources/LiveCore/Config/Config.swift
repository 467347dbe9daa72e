public import LiveModel

/// All settings with their defaults. `docs/configuration.md` describes each.
public struct Config: Sendable, Equatable {
  /// Selects the games to watch.
  public var follow = Follow()
  /// MLB's StatsAPI server.
  public var mlb = MLBSource()
  /// The NBA's files at cdn.nba.com.
  public var nba = NBASettings()
  /// Polling intervals and limits.
  public var poll = Polling()
  /// Events to log for a game that began before this daemon had a log.
  public var catchUp = CatchUp.summary
  /// An absolute path; nil means `$STATE_DIRECTORY`.
  public var stateDirectory: String?
  /// Limits of the event log.
  public var log = LogSettings()
  /// The Unix socket for local programs.
  public var socket = SocketSettings()
  /// Output to the systemd journal.
  public var journal = JournalSettings()
  /// The HTTP endpoint for monitoring.
  public var metrics = MetricsSettings()
  /// The web page. Nil for none.
  public var web: WebSettings?
  /// The machines that share the games. Nil for a machine alone.
  public var cluster: ClusterSettings?
  /// Sorted by name.
  public var sinks: [SinkSettings] = []
  /// Sorted by file, then by line. Without routes, every sink gets every event.
  var routes: [Rule] = []
  /// The files that it was read from, and what may be a mistake in them.
  public var reading = ConfigReading()

  /// A summary in one line, such as `1 main file, no drop-in. Only games of BOS; chat ← 2 routes, phone ← no route`.
  public var outline: String {
    let targets = sinks.isEmpty ? ["no sinks"] : sinks.map { "\($0.name) ← \(sources(of: $0.name))" }
    let dropIns = max(0, reading.files.count - 1)
    let files = reading.files.isEmpty ? "built-in defaults" : "1 main file, \(Self.count(dropIns, "drop-in"))"
    let followed = followedGames.map { "Only \($0)" } ?? "All games"
    return "\(files). \(followed); \(targets.joined(separator: ", "))"
  }

  private func sources(of sink: String) -> String {
    routes.isEmpty ? "every event" : Self.count(routes.count { $0.sinks.contains(sink) }, "route")
  }

  private static func count(_ number: Int, _ what: String) -> String {
    number == 0 ? "no \(what)" : "\(number) \(what)\(number == 1 ? "" : "s")"
  }

  /// The configuration of an empty file: every game, to the socket and the journal.
  public static let `default` = Config()

  /// `follow`.
  public struct Follow: Sendable, Equatable {
    /// Team abbreviations. Without teams and players, every game is followed.
    public var teams: [String] = []
    /// Players to follow. Their plays are reported even in games whose teams are not followed.
    var players: [PlayerName] = []
    /// The group whose members may change what is followed. Nil allows root and the daemon's own user only.
    public var group: String?
  }

  /// `source.mlb`.
  public struct MLBSource: Sendable, Equatable {
    /// Whether games are polled.
    public var enabled = true
    /// An `http` or `https` URL without query, userinfo and trailing slash.
    public var baseURL = "https://statsapi.mlb.com"
    /// StatsAPI `sportId`s: 1 is MLB, 51 is international baseball.
    public var sportIDs = [1, 51]
    /// Whether games are predicted, which takes some requests before each.
    public var predictions = true
    /// Whether MLB's push socket may say when to poll.
    public var push = false

    /// The base URL of the push socket: MLB's own, or that of a server that stands in for StatsAPI.
    var pushURL: String { baseURL == MLBSource().baseURL ? "https://ws.statsapi.mlb.com" : baseURL }
  }

  /// `poll`: limits of the adaptive cadence.
  public struct Polling: Sendable, Equatable {
    /// `live_min`, `live_max` and `idle_max`.
    public var bounds = PollBounds()
    /// The request rate per host, over all games, within `RequestRate.bounds`.
    public var requestsPerSecond = 4.0
    /// The memory limit for the state of one game, in bytes.
    public var gameMemory = 65_536
  }

  /// `catch_up`.
  public enum CatchUp: String, Sendable, CaseIterable {
    /// No event, one `livegame.status` event tagged `catch_up`, or every event so far.
    case none, summary, all
  }

  /// `log`.
  public struct LogSettings: Sendable, Equatable {
    /// The size limit in bytes. Beyond it, the oldest events are removed.
    public var maxSize = 1 << 30
    /// The age after which events are removed, in time for which the daemon has run.
    public var retention = Duration.seconds(30 * 86_400)
  }

  /// `socket`.
  public struct SocketSettings: Sendable, Equatable {
    /// An absolute path. Nil means the activated socket, or else a socket in the runtime directory.
    public var path: String?
    /// Permission bits. Nil leaves them to the unit.
    public var mode: UInt32?
    /// The group that may connect besides root. Nil leaves it to the unit.
    public var group: String?
  }

  /// `journal`.
  public struct JournalSettings: Sendable, Equatable {
    /// Writes each event as one structured entry.
    public var events = true
  }

  /// `metrics`.
  public struct MetricsSettings: Sendable, Equatable {
    /// The address to listen on. Nil disables the endpoint.
    public var listen: LoopbackAddress?
  }
}

/// The changes of a reload, named by configuration keys.
struct ConfigChange: Equatable, Sendable {
  /// Changes in effect after the reload, such as `follow`, `routes` and `sink 'chat' added`.
  var applied: [String] = []
  /// Keys whose new value takes effect only after a restart.
  var needsRestart: [String] = []

  /// Compares the configuration in effect with the new one. `start` is the configuration that the daemon started with.
  init(from old: Config, to new: Config, since start: Config) {
    var poll = old.poll
    poll.gameMemory = new.poll.gameMemory
    applied = [
      ("follow", old.follow == new.follow), ("poll", poll == new.poll), ("log", old.log == new.log),
      ("journal", old.journal == new.journal), ("routes", old.routes == new.routes),
    ].compactMap { name, isSame in isSame ? nil : name }
    applied += Self.sinks(from: old.sinks, to: new.sinks)
    needsRestart = [
      ("source", start.mlb == new.mlb && start.nba == new.nba), ("catch_up", start.catchUp == new.catchUp),
      ("state_directory", start.stateDirectory == new.stateDirectory), ("socket", start.socket == new.socket),
      ("metrics", start.metrics == new.metrics), ("web", start.web == new.web),
      ("cluster", start.cluster == new.cluster),
      ("poll.game_memory", start.poll.gameMemory == new.poll.gameMemory),
    ].compactMap { name, isSame in isSame ? nil : name }
  }

  private static func sinks(from old: [SinkSettings], to new: [SinkSettings]) -> [String] {
    let names = Set((old + new).map(\.name)).sorted()
    return names.compactMap { name in
      switch (old.first { $0.name == name }, new.first { $0.name == name }) {
      case (nil, _): "sink '\(name)' added"
      case (_, nil): "sink '\(name)' removed"
      case (let before, let after): before == after ? nil : "sink '\(name)' changed"
      }
    }
  }
}

extension Router {
  /// Creates the router of a configuration.
  init(_ config: Config, leagues: Leagues = .known) { self.init(RoutingRecord(config), leagues: leagues) }
}
