internal import LiveModel

/// The state of one game in one answer, reduced to the members that the tracker uses: its play-by-play, or its box
/// score.
///
/// Two answers with the same content give equal snapshots, regardless of how the body was cut into chunks.
package struct NBASnapshot: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    /// All actions of the game, sorted by the feed's `orderNumber`.
    case playByPlay([NBAAction])
    case boxScore(NBABoxScore)
  }

  /// The ten digits of `gameId` as a number.
  var gameId: Int
  /// `meta.time`: the revision. It rises with every publication of a file.
  var time: Timestamp
  var content: Content
  /// Unusable values.
  var ignored = IgnoredValues()

  /// The play-by-play; nil in a box score.
  var actions: [NBAAction]? {
    if case .playByPlay(let actions) = content { actions } else { nil }
  }

  var boxScore: NBABoxScore? {
    if case .boxScore(let box) = content { box } else { nil }
  }
}

/// One entry of the play-by-play.
struct NBAAction: Equatable, Sendable {
  /// The identity of the action: unique in its game, never reused.
  var number = -1
  /// The feed's order; opaque. Nil in an answer without it.
  var order: Int?
  /// The place in the feed's own list.
  var position = 0
  /// `2pt`, `3pt`, `freethrow`, `foul`, …; an unknown type passes.
  var type = ""
  var subType = ""
  var descriptor = ""
  var qualifiers: [String] = []
  var clock: GameClock?
  var time: Timestamp?
  var period = 0
  var teamID: Int?
  var tricode: String?
  /// 0 where the action is nobody's.
  var playerID = 0
  var playerName: String?
  var home: Int?
  var away: Int?
  /// Whether a shot or a free throw went in.
  var isMade = false
  var assistID: Int?
  var assistName: String?
  var drawnID: Int?
  var drawnName: String?
  var personalFouls: Int?
  var description: String?
  /// The finding of an instant replay.
  var value: String?

  static let mostQualifiers = 16

  mutating func add(qualifier text: String) {
    if qualifiers.count < Self.mostQualifiers { qualifiers.append(text) }
  }

  /// The place in the list: by `orderNumber`, and by number in a list without.
  var place: Int { order ?? number }
}

/// The game, its teams and its players as a box score lists them.
struct NBABoxScore: Equatable, Sendable {
  /// 1 before the game, 2 during it, 3 after it.
  var status: Int?
  var statusText: String?
  /// The scheduled start.
  var start: Timestamp?
  /// The date in New York, `2026-01-14`.
  var date: String?
  var teams = Sides(away: NBABoxTeam(), home: NBABoxTeam())
}

struct NBABoxTeam: Equatable, Sendable {
  var id = 0
  var tricode: String?
  var city: String?
  var name: String?
  var players: [NBABoxPlayer] = []

  /// The team; nil without an id.
  var team: Team? {
    guard id > 0 else { return nil }
    if let club = Basketball.team(id) { return club }
    let full = [city, name].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    return Team(id: id, abbreviation: tricode ?? full, name: full.isEmpty ? tricode ?? "" : full)
  }

  var starters: [NBABoxPlayer] { players.filter(\.isStarter) }
}

struct NBABoxPlayer: Equatable, Sendable {
  var id = 0
  var name = ""
  var isStarter = false
  /// The position of a starter, such as `PG`.
  var position: String?

  static let mostName = 64
}
