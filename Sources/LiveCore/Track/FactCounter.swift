/// Numbers the facts whose keys are equal, in the order of the play log.
struct FactCounter {
  private var seen: [String: Int] = [:]

  /// `mlb/747175/5-top/pa/665489/1`: the batter's first plate appearance of the half-inning.
  mutating func plateAppearance(of play: Play, in game: GameID) -> Fact {
    numbered("\(game)/\(play.inning)/pa/\(play.batter.id)")
  }

  /// `mlb/747175/5-top/runner/665489/1`; a pitch that was reviewed is known by its own id.
  mutating func action(_ action: Action, in play: Play, of game: GameID) -> Fact {
    guard action.isAction else { return reviewed(action, in: play, of: game) }
    return numbered("\(game)/\(play.inning)/\(ActionFamily(action.eventType).name)/\(action.player ?? 0)")
  }

  private mutating func reviewed(_ pitch: Action, in play: Play, of game: GameID) -> Fact {
    guard let playId = pitch.playId, Self.isPlain(playId) else {
      return numbered("\(game)/\(play.inning)/pitch/\(play.batter.id)")
    }
    // An id is one pitch's. Where the feed lists a pitch twice, the second has a number.
    let fact = numbered("\(game)/\(play.inning)/pitch/\(playId)")
    return fact.rawValue.hasSuffix("/1") ? Fact(rawValue: String(fact.rawValue.dropLast(2))) : fact
  }

  /// Fit to stand in a fact: letters, digits and hyphens, and not many of them.
  private static func isPlain(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count) && id.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isLetterOrDigit }
  }

  private mutating func numbered(_ key: String) -> Fact {
    seen[key, default: 0] += 1
    return Fact(rawValue: "\(key)/\(seen[key, default: 1])")
  }
}

extension UInt8 {
  /// Of ASCII.
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
