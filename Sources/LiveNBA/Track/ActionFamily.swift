internal import LiveModel

/// The group of an action's type: the name in its fact, its tag, its importance, and the role of its player.
///
/// A scorer may change an action's type to another one of its family; the fact stays the same. A type outside the table
/// is a family of its own.
struct ActionFamily: Equatable, Sendable {
  var name: String
  var tag: Tag
  var importance: Int
  var role: Participant.Role

  private init(_ name: String, _ tag: Tag, _ importance: Int, _ role: Participant.Role = .player) {
    (self.name, self.tag, self.importance, self.role) = (name, tag, importance, role)
  }

  init(_ type: String) {
    self = Self.table[type] ?? Self.unknown(type)
  }

  /// Periods and the game's end have facts of their own.
  static let ofTheClock: Set<String> = ["period", "game"]

  private static let table: [String: ActionFamily] = [
    "2pt": .init("shot", .fieldGoal, 1, .shooter), "3pt": .init("shot", .fieldGoal, 1, .shooter),
    "heave": .init("shot", .fieldGoal, 1, .shooter), "freethrow": .init("freethrow", .freeThrow, 0, .shooter),
    "rebound": .init("rebound", .rebound, 0, .rebounder), "turnover": .init("turnover", .turnover, 0, .loser),
    "foul": .init("foul", .foul, 0, .fouler), "steal": .init("steal", .steal, 0, .stealer),
    "block": .init("block", .block, 1, .blocker), "substitution": .init("substitution", .substitution, 0),
    "timeout": .init("timeout", .timeout, 1), "violation": .init("violation", .violation, 0),
    "jumpball": .init("jumpball", .jumpBall, 0), "instantreplay": .init("replay", .instantReplay, 1),
    "stoppage": .init("stoppage", .stoppage, 0), "ejection": .init("ejection", .ejection, 3),
  ]

  /// Letters and digits of the type, so that it is safe in a fact.
  private static func unknown(_ type: String) -> ActionFamily {
    let plain = type.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(24)
    let name =
      plain.isEmpty || ["start", "end", "watch", "status", "lineup", "source"].contains(plain) ? "other" : plain
    return .init(String(name), Tag(String(name)), 0)
  }
}

extension NBAAction {
  /// The family's name in a fact.
  var family: ActionFamily { ActionFamily(type) }

  /// Points of a made shot or free throw, else 0.
  var points: Int {
    guard isMade else { return 0 }
    switch type {
    case "2pt": return 2
    case "3pt": return 3
    case "freethrow": return 1
    default: return 0
    }
  }

  var isFieldGoal: Bool { type == "2pt" || type == "3pt" }

  /// Sub-type and descriptor in lower case; the feed writes them in any.
  var detail: String { "\(subType) \(descriptor)".lowercased() }

  var isTechnical: Bool { subType == "technical" }

  var isFlagrant: Bool { descriptor.contains("flagrant") || subType.contains("flagrant") }

  /// Whether a player of `period` scored in the last moment. The half second is a common limit of broadcasters.
  var isAtBuzzer: Bool { clock.map { $0 <= .buzzer } ?? false }

  /// Whether the action can have a fact: missed shots have none, and a rebound has one only with a milestone.
  var isEvent: Bool {
    if ActionFamily.ofTheClock.contains(type) || type == "rebound" { return false }
    return family.name != "shot" && family.name != "freethrow" || points > 0
  }

  /// Whether this is the last action of a game.
  var isGameEnd: Bool { type == "game" && subType == "end" }
}
