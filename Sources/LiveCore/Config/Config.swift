/// All that an operator can set, with its defaults. `docs/configuration.md` says what each value does.
public struct Config: Sendable, Equatable {
  /// Which games are watched.
  public internal(set) var follow = Follow()
  /// Where MLB's feed is asked.
  public internal(set) var mlb = MLBSource()
  /// How often it is asked.
  public internal(set) var poll = Polling()
  /// What is told of a game that was under way before this daemon had a log.
  public internal(set) var catchUp = CatchUp.summary
  /// An absolute path; nil means `$STATE_DIRECTORY`.
  public internal(set) var stateDirectory: String?
  /// Where local programs connect.
  public internal(set) var socket = SocketSettings()
  /// What goes to the systemd journal.
  public internal(set) var journal = JournalSettings()
  /// In the order of their names.
  public internal(set) var sinks: [SinkSettings] = []
  /// In the order of the files, then of the lines; none means that every sink gets every event.
  var routes: [Rule] = []

  /// What an empty file means: every game, to the socket and the journal.
  public static let `default` = Config()

  /// `follow`.
  public struct Follow: Sendable, Equatable {
    /// Abbreviations; none means every game.
    public internal(set) var teams: [String] = []
  }

  /// `source.mlb`.
  public struct MLBSource: Sendable, Equatable {
    /// `http` or `https`, without query, userinfo and trailing slash.
    public internal(set) var baseURL = "https://statsapi.mlb.com"
    /// StatsAPI's `sportId`s: 1 is MLB, 51 international baseball.
    public internal(set) var sportIDs = [1, 51]
  }

  /// `poll`: the limits that the adaptive cadence keeps.
  public struct Polling: Sendable, Equatable {
    /// The shortest time between two requests for one live game.
    public internal(set) var liveMin = Duration.seconds(2)
    /// The longest; never under `liveMin`.
    public internal(set) var liveMax = Duration.seconds(15)
    /// The longest time between two looks at the schedule.
    public internal(set) var idleMax = Duration.seconds(600)
    /// To one host, over all games; above 0.
    public internal(set) var requestsPerSecond = 4.0
  }

  /// `catch_up`.
  public enum CatchUp: String, Sendable, CaseIterable {
    /// Nothing, one `livegame.status` tagged `catch_up`, or every event so far.
    case none, summary, all
  }

  /// `socket`.
  public struct SocketSettings: Sendable, Equatable {
    /// An absolute path; nil means the activated socket, else one in the runtime directory.
    public internal(set) var path: String?
    /// Permission bits; nil leaves them to the unit.
    public internal(set) var mode: UInt32?
    /// Who may connect besides root; nil leaves it to the unit.
    public internal(set) var group: String?
  }

  /// `journal`.
  public struct JournalSettings: Sendable, Equatable {
    /// Each event is one structured entry.
    public internal(set) var events = true
  }
}
