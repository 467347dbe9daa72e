/// All that an operator can set, with its defaults. `docs/configuration.md` says what each value does.
public struct Config: Sendable, Equatable {
  /// Which games are watched.
  public var follow = Follow()
  /// Where MLB's feed is asked.
  public var mlb = MLBSource()
  /// How often it is asked.
  public var poll = Polling()
  /// How much is logged of a game that began before this daemon had a log.
  public var catchUp = CatchUp.summary
  /// An absolute path; nil means `$STATE_DIRECTORY`.
  public var stateDirectory: String?
  /// How much of the log is kept.
  public var log = LogSettings()
  /// Where local programs connect.
  public var socket = SocketSettings()
  /// The events that go to the systemd journal.
  public var journal = JournalSettings()
  /// Where monitoring asks how the daemon does.
  public var metrics = MetricsSettings()
  /// In the order of their names.
  public var sinks: [SinkSettings] = []
  /// In the order of the files, then of the lines; none means that every sink gets every event.
  var routes: [Rule] = []

  /// A summary in one line.
  public var outline: String {
    let followed = follow.teams + follow.players.map(\.description)
    let games = followed.isEmpty ? "every game" : followed.joined(separator: ", ")
    let names = sinks.map(\.name) + (journal.events ? ["the journal"] : []) + ["the socket"]
    return "\(games) to \(names.joined(separator: ", "))"
  }

  /// The configuration of an empty file: every game, to the socket and the journal.
  public static let `default` = Config()

  /// `follow`.
  public struct Follow: Sendable, Equatable {
    /// Abbreviations; without teams and players every game is followed.
    public var teams: [String] = []
    /// Followed players: their plays count also in games whose teams are not followed.
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
    /// The group that may connect besides root; nil leaves this to the unit.
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

/// The keys that a reload changes.
struct ConfigChange: Equatable, Sendable {
  /// `follow`, `routes`, `sink 'den' added`: what it puts in force.
  var applied: [String] = []
  /// Changed keys that take effect only at a restart.
  var needsRestart: [String] = []

  /// From what was in force to what is; `start` is what the daemon began with.
  init(from old: Config, to new: Config, since start: Config) {
    var poll = old.poll
    poll.gameMemory = new.poll.gameMemory
    applied = [
      ("follow", old.follow == new.follow), ("poll", poll == new.poll), ("log", old.log == new.log),
      ("journal", old.journal == new.journal), ("routes", old.routes == new.routes),
    ].compactMap { name, isSame in isSame ? nil : name }
    applied += Self.sinks(from: old.sinks, to: new.sinks)
    needsRestart = [
      ("source", start.mlb == new.mlb), ("catch_up", start.catchUp == new.catchUp),
      ("state_directory", start.stateDirectory == new.stateDirectory), ("socket", start.socket == new.socket),
      ("metrics", start.metrics == new.metrics),
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

/// The most that a configuration may hold of what it repeats. Far more than anybody needs, and little enough that
/// reading it, and saying what is wrong with it, takes no time.
enum ConfigLimits {
  /// Elements of a list.
  static let elements = 1000
  /// Sinks of all files together.
  static let sinks = 100
  /// Routes of all files together.
  static let routes = 1000
  /// Files in `livegamed.d`.
  static let dropIns = 100
  /// Faults that are told; what is wrong beyond them is told once these are mended.
  static let faults = 1000
  /// Faults for which the name is looked for that was meant.
  static let suggestions = 100

  /// Bytes of an address.
  static let address = 4096
  /// Bytes of a path: Linux takes 4096 with the end.
  static let path = 4095
  /// Bytes of a name that the system looks up.
  static let systemName = 256
  /// Bytes of a player's name.
  static let playerName = 128
  /// Bytes of a token.
  static let token = 4096
  /// Bytes of an argument: Linux takes twice as many.
  static let argument = 65_536
}

/// How often one host may be asked.
enum RequestRate {
  /// Requests a second: from one in a quarter of an hour to one a millisecond.
  static let bounds = 0.001...1000.0

  /// The time between two requests. A rate out of bounds counts as the nearest within: no number, however small, makes
  /// a time that cannot be reckoned.
  static func spacing(perSecond rate: Double) -> Duration {
    .seconds(1) / (rate > bounds.lowerBound ? min(rate, bounds.upperBound) : bounds.lowerBound)
  }
}
