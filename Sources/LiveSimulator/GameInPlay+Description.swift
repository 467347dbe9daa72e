/// What the scorer writes at the end of a plate appearance.
extension GameInPlay {
  mutating func describe() {
    let isBattersOwn = play.result.endsTurn
    if play.description.isEmpty { play.description = "\(play.batter.name) \(batterClause)" }
    guard isBattersOwn else { return }
    let result = play.movements.filter { $0.event == resultEvent }
    play.rbi = result.count { $0.isRBI }
    for movement in result where movement.runner != play.batter || movement.from > 0 {
      play.description += clause(movement)
    }
    if play.result.isHit || play.result == .strikeout { play.description += sentence.hasPrefix(" ") ? sentence : "" }
  }

  private func clause(_ movement: ScriptedPlay.Movement) -> String {
    switch movement.to {
    case 4: " \(movement.runner.name) scores."
    case let base?: " \(movement.runner.name) to \(Self.ordinal(base))."
    case nil: " \(movement.runner.name) out at \(Self.ordinal(movement.outBase ?? 1))."
    }
  }

  static func ordinal(_ base: Int) -> String { ["home", "1st", "2nd", "3rd", "home"][base] }

  private var batterClause: String {
    let field = ["left", "center", "right"][play.index % 3]
    return switch play.result {
    case .strikeout: strikeoutClause
    case .strikeoutDoublePlay: "strikes out swinging and a runner is caught stealing 2nd."
    case .strikeoutTriplePlay: "strikes out swinging and two runners are caught stealing."
    case .single: "singles on a line drive to \(field) field."
    case .double: "doubles on a sharp fly ball to \(field) field."
    case .triple: "triples on a line drive to \(field) field."
    case .homeRun:
      play.movements.count >= 4 && play.rbi == 4 ? "hits a grand slam." : "homers on a fly ball to \(field) field."
    case .walk: "walks."
    case .intentWalk: "is intentionally walked by \(play.pitcher.name)."
    case .hitByPitch: "hit by pitch."
    case .fieldError: "reaches on a \(sentence)."
    case .sacFly: "out on a sacrifice fly to \(sentence)."
    case .sacFlyDoublePlay: "out on a sacrifice fly double play, \(sentence)."
    case .sacBunt: "out on a sacrifice bunt, \(way([.pitcher, .firstBase]))."
    case .sacBuntDoublePlay: "bunts into a double play, \(way([.pitcher, .shortstop, .firstBase]))."
    case .catcherInterference: "reaches on catcher interference by \(lineups[fielding].fielder(.catcher).name)."
    case .fanInterference: "out on fan interference."
    case .batterInterference: "out on batter interference."
    default: "\(sentence)."
    }
  }

  private var strikeoutClause: String {
    let last = play.events.last { $0.call != nil }?.call
    let how =
      last == .called
      ? "called out on strikes" : last == .foulTip ? "strikes out on a foul tip" : "strikes out swinging"
    switch sentence {
    case "wild": return "\(how) on a wild pitch by \(play.pitcher.name) and reaches 1st."
    case "passed": return "\(how) on a passed ball by \(lineups[fielding].fielder(.catcher).name) and reaches 1st."
    default: return "\(how)."
    }
  }
}
