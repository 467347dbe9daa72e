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
    guard let playId = pitch.playId else { return numbered("\(game)/\(play.inning)/pitch/\(play.batter.id)") }
    return Fact(rawValue: "\(game)/\(play.inning)/pitch/\(playId)")
  }

  private mutating func numbered(_ key: String) -> Fact {
    seen[key, default: 0] += 1
    return Fact(rawValue: "\(key)/\(seen[key, default: 1])")
  }
}
