extension Fact {
  enum StatusKind: String, Sendable {
    case start, final
    case catchUp = "catch-up"
  }

  /// `mlb/747175/status/final/1`
  static func status(_ kind: StatusKind, in game: GameID) -> Fact {
    Fact(rawValue: "\(game)/status/\(kind.rawValue)/1")
  }

  /// `mlb/747175/5-top/start`
  static func start(of half: HalfInning, in game: GameID) -> Fact { Fact(rawValue: "\(game)/\(half)/start") }

  /// `mlb/747175/5-top/end`
  static func end(of half: HalfInning, in game: GameID) -> Fact { Fact(rawValue: "\(game)/\(half)/end") }
}

/// Numbers the facts whose keys are equal, in the order of the play log.
struct FactCounter {
  private var seen: [String: Int] = [:]

  /// `mlb/747175/5-top/pa/665489/1`: the batter's first plate appearance of the half-inning.
  mutating func plateAppearance(of play: Play, in game: GameID) -> Fact {
    numbered("\(game)/\(play.inning)/pa/\(play.batter.id)")
  }

  /// `mlb/747175/5-top/runner/665489/1`
  mutating func action(_ action: Action, in play: Play, of game: GameID) -> Fact {
    numbered("\(game)/\(play.inning)/\(ActionFamily(action.eventType).name)/\(action.player ?? 0)")
  }

  private mutating func numbered(_ key: String) -> Fact {
    seen[key, default: 0] += 1
    return Fact(rawValue: "\(key)/\(seen[key, default: 1])")
  }
}
