/// All that an operator can set, with its defaults. `docs/configuration.md` says what each value does.
public struct Config: Sendable, Equatable {
  /// Which games are watched.
  public var follow = Follow()
  /// Where MLB's feed is asked.
  public var mlb = MLBSource()
  /// How often it is asked.
  public var poll = Polling()
  /// What is told of a game that was under way before this daemon had a log.
  public var catchUp = CatchUp.summary
  /// An absolute path; nil means `$STATE_DIRECTORY`.
  public var stateDirectory: String?
  /// How much of the log is kept.
  public var log = LogSettings()
  /// Where local programs connect.
  public var socket = SocketSettings()
  /// What goes to the systemd journal.
  public var journal = JournalSettings()
  /// Where monitoring asks how the daemon does.
  public var metrics = MetricsSettings()
  /// In the order of their names.
  public var sinks: [SinkSettings] = []
  /// In the order of the files, then of the lines; none means that every sink gets every event.
  var routes: [Rule] = []

  /// What it amounts to, in one line.
  public var outline: String {
    let followed = follow.teams + follow.players.map(\.description)
    let games = followed.isEmpty ? "every game" : followed.joined(separator: ", ")
    let names = sinks.map(\.name) + (journal.events ? ["the journal"] : []) + ["the socket"]
    return "\(games) to \(names.joined(separator: ", "))"
  }

  /// What an empty file means: every game, to the socket and the journal.
  public static let `default` = Config()

  /// `follow`.
  public struct Follow: Sendable, Equatable {
    /// Abbreviations; without teams and players every game is followed.
    public var teams: [String] = []
    /// Whoever plays where: what they take part in is told, also of games whose teams are not followed.
    var players: [PlayerName] = []
  }

  /// `source.mlb`.
  public struct MLBSource: Sendable, Equatable {
    /// `http` or `https`, without query, userinfo and trailing slash.
    public var baseURL = "https://statsapi.mlb.com"
    /// StatsAPI's `sportId`s: 1 is MLB, 51 international baseball.
    public var sportIDs = [1, 51]
  }

  /// `poll`: the limits that the adaptive cadence keeps.
  public struct Polling: Sendable, Equatable {
    /// The shortest time between two requests for one live game; an hour at most.
    public var liveMin = Duration.seconds(1)
    /// The longest; never under `liveMin`, an hour at most.
    public var liveMax = Duration.seconds(30)
    /// The longest time between two looks at the schedule; a day at most.
    public var idleMax = Duration.seconds(600)
    /// To one host, over all games; in `RequestRate.bounds`.
    public var requestsPerSecond = 4.0
    /// Bytes of memory that the state of one game may take.
    public var gameMemory = 65_536
  }

  /// `catch_up`.
  public enum CatchUp: String, Sendable, CaseIterable {
    /// Nothing, one `livegame.status` tagged `catch_up`, or every event so far.
    case none, summary, all
  }

  /// `log`.
  public struct LogSettings: Sendable, Equatable {
    /// The most bytes that the log may use before its oldest events go.
    public var maxSize = 1 << 30
  }

  /// `socket`.
  public struct SocketSettings: Sendable, Equatable {
    /// An absolute path; nil means the activated socket, else one in the runtime directory.
    public var path: String?
    /// Permission bits; nil leaves them to the unit.
    public var mode: UInt32?
    /// Who may connect besides root; nil leaves it to the unit.
    public var group: String?
  }

  /// `journal`.
  public struct JournalSettings: Sendable, Equatable {
    /// Each event is one structured entry.
    public var events = true
  }

  /// `metrics`.
  public struct MetricsSettings: Sendable, Equatable {
    /// Nil serves none.
    public var listen: LoopbackAddress?
  }
}
