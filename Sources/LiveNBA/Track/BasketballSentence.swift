internal import LiveModel

/// The sentence for human readers: what happened, its meaning for the game, and the score.
enum BasketballSentence {
  static func periodStart(_ period: GamePeriod, _ score: Score, _ info: NBAGameInfo) -> String {
    "Start of the \(period.words): \(line(score, info))"
  }

  static func periodEnd(_ period: GamePeriod, _ score: Score, _ info: NBAGameInfo) -> String {
    let name = period.number == 2 ? "Half-time" : "End of the \(period.words)"
    return "\(name): \(line(score, info))"
  }

  static func final(_ score: Score, periods: Int, winner: Person?, _ info: NBAGameInfo) -> String {
    let over = periods > 4 ? " after \(periods == 5 ? "overtime" : "\(periods - 4) overtimes")" : ""
    let decided = winner.map { ". \($0.name) decides it" } ?? ""
    guard let leader = score.leader else { return "Final\(over): \(line(score, info))" }
    let (first, second) = (info.team(leader), info.team(leader.other))
    return "Final\(over): \(first.name) \(score[leader]), \(second.name) \(score[leader.other])\(decided)"
  }

  static func catchUp(_ score: Score, _ period: GamePeriod?, _ info: NBAGameInfo) -> String {
    "Under way\(period.map { ", \($0.words)\($0.clock.map { " \($0)" } ?? "")" } ?? ""): \(line(score, info))"
  }

  static func watch(
    _ watch: BasketballWatches.Watch, on: Bool, _ period: GamePeriod, _ score: Score, _ info: NBAGameInfo
  ) -> String {
    let player = watch.player?.name ?? ""
    return switch watch.kind {
    case .clutchTime: "\(on ? "Clutch time" : "Clutch time is over"), \(period.words): \(line(score, info))"
    case .fifty: on ? "\(player) has 40 points or more" : "50-point watch over: \(player)"
    case .tripleDouble: on ? "\(player) is close to a triple-double" : "Triple-double watch over: \(player)"
    }
  }

  /// Returns `NYK 34, PHI 30`.
  static func line(_ score: Score, _ info: NBAGameInfo) -> String {
    "\(info.away.abbreviation) \(score.away), \(info.home.abbreviation) \(score.home)"
  }
}

/// Sentences about actions.
extension BasketballSentence {
  static func action(_ draft: BasketballDraft, _ info: NBAGameInfo) -> String {
    guard let play = draft.play else { return "" }
    let what = play.points == nil ? other(draft, play, info) : basket(draft, play)
    // A name may end with a full stop, as in `Craig Porter Jr.`
    let sentence = lead(draft, info) + what + (what.hasSuffix(".") ? "" : ".")
    let score = draft.tags.contains(.scoring) ? draft.score.map { line($0, info) } : nil
    let milestones = milestones(play)
    guard let score else { return sentence + milestones }
    return "\(sentence) \(score)" + (milestones.isEmpty ? "" : ".\(milestones)")
  }

  private static func lead(_ draft: BasketballDraft, _ info: NBAGameInfo) -> String {
    var words: [String] = []
    if draft.tags.contains(.buzzerBeater) { words.append("At the buzzer!") }
    let team = draft.play?.side.map { info.team($0).abbreviation }
    if draft.tags.contains(.leadChange), let team {
      words.append("\(team) take the lead!")
    } else if draft.tags.contains(.tie) {
      words.append("Tied!")
    }
    return words.map { "\($0) " }.joined()
  }

  private static func basket(_ draft: BasketballDraft, _ play: BasketballPlay) -> String {
    let player = play.player?.name ?? "Basket"
    let assist = play.assist.map { ", assist by \($0.name)" } ?? ""
    let tags = draft.tags
    if tags.contains(.freeThrow) {
      return "\(player) makes a \(tags.contains(.technical) ? "technical " : "")free throw\(count(play))"
    }
    let isBreak = tags.contains(.fastBreak) ? " on the break" : ""
    let shot =
      if tags.contains(.alleyOop), tags.contains(.dunk) {
        "dunks an alley-oop"
      } else if tags.contains(.dunk) {
        "dunks"
      } else if tags.contains(.threePointer) {
        "makes a three-pointer"
      } else if tags.contains(.putback) {
        "scores on a putback"
      } else if tags.contains(.layup) {
        "makes a layup"
      } else {
        "makes a two-pointer"
      }
    return "\(player) \(shot)\(isBreak)\(assist)"
  }

  /// Returns ` (1 of 2)`.
  private static func count(_ play: BasketballPlay) -> String {
    guard let text = play.subType, text.contains(" of ") else { return "" }
    return " (\(text))"
  }

  private static func milestones(_ play: BasketballPlay) -> String {
    (play.milestones ?? []).map { milestone in
      let what =
        switch milestone.kind {
        case "double_double": "a double-double"
        case "triple_double": "a triple-double"
        case "quadruple_double": "a quadruple-double"
        default: "\(milestone.kind.split(separator: "_").last ?? "") points"
        }
      return " \(milestone.player.name) has \(what)!"
    }.joined()
  }

  private static func other(_ draft: BasketballDraft, _ play: BasketballPlay, _ info: NBAGameInfo) -> String {
    let team = play.side.map { info.team($0).abbreviation }
    let player = play.player?.name ?? team ?? ""
    let kind = [play.descriptor, play.subType].compactMap(\.self).map { $0.lowercased() }
    switch play.actionType {
    case "rebound": return "\(player) rebounds"
    case "steal": return "\(player) steals the ball"
    case "block": return "\(player) blocks a shot"
    case "turnover": return "Turnover by \(player)" + (play.subType.map { ": \($0.lowercased())" } ?? "")
    case "substitution": return "\(player) \(play.subType == "in" ? "comes in" : "goes out")"
    case "timeout": return timeout(play, team)
    case "violation": return "Violation by \(player)" + (play.subType.map { ": \($0.lowercased())" } ?? "")
    case "jumpball": return "Jump ball" + (player.isEmpty ? "" : ", \(player) gets it")
    case "ejection": return "\(player) is ejected"
    case "foul": return foul(draft, play, player)
    case "instantreplay":
      return "Instant replay" + (kind.isEmpty ? "" : " (\(kind.joined(separator: " ")))")
        + (play.value.map { ": \($0.singleSpaced)" } ?? "")
    default:
      let text = (play.description ?? "").singleSpaced
      return text.isEmpty ? "\(play.actionType)\(player.isEmpty ? "" : " by \(player)")" : text
    }
  }

  private static func timeout(_ play: BasketballPlay, _ team: String?) -> String {
    if play.subType == "challenge" { return "Challenge by \(team ?? "a team")" }
    return team.map { "Timeout \($0)" } ?? "Timeout"
  }

  private static func foul(_ draft: BasketballDraft, _ play: BasketballPlay, _ player: String) -> String {
    let tags = draft.tags
    let name =
      tags.contains(.flagrant)
      ? "Flagrant foul"
      : tags.contains(.technical) ? "Technical foul" : play.subType == "offensive" ? "Offensive foul" : "Foul"
    let drawn = draft.players.first { $0.role == .fouled }.map { " on \($0.name)" } ?? ""
    let more = tags.contains(.andOne) ? ", and one" : tags.contains(.foulOut) ? ": fouled out" : ""
    return "\(name) by \(player)\(drawn)\(more)"
  }
}
