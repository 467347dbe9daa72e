internal import LiveModel

/// A counter that numbers facts with equal keys, in the order of the play log.
struct FactCounter {
  private var seen: [String: Int] = [:]

  /// Returns `mlb/747175/5-top/pa/665489/1`: the batter's first plate appearance of the half-inning.
  mutating func plateAppearance(of play: Play, in game: GameID) -> Fact {
    numbered("\(game)/\(play.inning)/pa/\(play.batter.id)")
  }

  /// Returns `mlb/747175/5-top/runner/665489/1`. A reviewed pitch is identified by its own `playId` instead.
  mutating func action(_ action: Action, in play: Play, of game: GameID) -> Fact {
    guard action.isAction else { return reviewed(action, in: play, of: game) }
    return numbered("\(game)/\(play.inning)/\(ActionFamily(action.eventType).name)/\(action.player ?? 0)")
  }

  private mutating func reviewed(_ pitch: Action, in play: Play, of game: GameID) -> Fact {
    guard let playId = pitch.playId, Self.isPlain(playId) else {
      return numbered("\(game)/\(play.inning)/pitch/\(play.batter.id)")
    }
    // A `playId` belongs to one pitch. If the feed lists the pitch twice, the second entry gets a number.
    let fact = numbered("\(game)/\(play.inning)/pitch/\(playId)")
    return fact.rawValue.hasSuffix("/1") ? Fact(rawValue: String(fact.rawValue.dropLast(2))) : fact
  }

  /// Returns whether the id is safe in a fact: 1 to 64 ASCII letters, digits and hyphens.
  private static func isPlain(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count) && id.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isLetterOrDigit }
  }

  private mutating func numbered(_ key: String) -> Fact {
    seen[key, default: 0] += 1
    return Fact(rawValue: "\(key)/\(seen[key, default: 1])")
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}

extension Fact {
  /// The kind in `status/<kind>/<n>`.
  enum StatusKind: String, Codable, Sendable {
    case scheduled, warmup, start, delay, resume, suspended, postponed, cancelled, final
    case catchUp = "catch-up"
  }

  /// Returns `mlb/747175/status/delay/2`: the game's second delay.
  static func status(_ kind: StatusKind, _ number: Int = 1, in game: GameID) -> Fact {
    Fact(rawValue: "\(game)/status/\(kind.rawValue)/\(number)")
  }

  /// Returns `mlb/747175/5-top/start`.
  static func start(of half: HalfInning, in game: GameID) -> Fact { Fact(rawValue: "\(game)/\(half)/start") }

  /// Returns `mlb/747175/5-top/end`.
  static func end(of half: HalfInning, in game: GameID) -> Fact { Fact(rawValue: "\(game)/\(half)/end") }

  /// Returns `mlb/747175/lineup/away`.
  static func lineup(_ side: Side, in game: GameID) -> Fact { Fact(rawValue: "\(game)/lineup/\(side.rawValue)") }

  /// Returns `mlb/747175/probable/home`.
  static func probablePitcher(_ side: Side, in game: GameID) -> Fact {
    Fact(rawValue: "\(game)/probable/\(side.rawValue)")
  }

  /// Returns `mlb/747175/prediction`.
  static func prediction(in game: GameID) -> Fact { Fact(rawValue: "\(game)/prediction") }

  /// Returns `mlb/747175/prediction/outcome`.
  static func outcome(in game: GameID) -> Fact { Fact(rawValue: "\(game)/prediction/outcome") }

  /// Returns `mlb/747175/source/mlb/1`.
  static func source(_ number: Int, of game: GameID) -> Fact {
    Fact(rawValue: "\(game)/source/\(game.league.rawValue)/\(number)")
  }

  /// How a fact relates to the play log.
  enum Place: Equatable, Sendable {
    /// A plate appearance or an action, listed in the play log.
    case play
    /// A fact derived from plays, such as a half-inning's end from its third out. It appears and disappears with them.
    case consequence
    /// An observation at one time, such as a status or a lineup. It stays when the feed no longer shows it.
    case sight
  }

  var place: Place {
    var parts = rawValue.split(separator: "/")
    if date != nil { parts.remove(at: 2) }
    guard parts.count > 3 else { return .sight }
    switch (parts[2], parts[3]) {
    case ("watch", _), ("status", "start"), ("status", "final"): return .consequence
    case ("status", _), ("lineup", _), ("probable", _), ("source", _), ("prediction", _): return .sight
    case (_, "start"), (_, "end"): return .consequence
    // A lost advisory, such as a batter's time-out, must not make the whole snapshot doubtful.
    case (_, "advisory"): return .consequence
    default: return .play
    }
  }
}
