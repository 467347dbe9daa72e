extension NBAAction {
  /// `description`, in the words of the feed; nil for what has none.
  var description: String? {
    switch kind {
    case .twoPointer, .threePointer: shotText
    case .freeThrow: freeThrowText
    case .rebound:
      player.map { "\($0.initialName) REBOUND (Off:\(tally.offensiveRebounds) Def:\(tally.defensiveRebounds))" }
        ?? "TEAM \(subType ?? "") REBOUND"
    case .turnover: turnoverText
    case .foul: foulText
    case .steal: "\(name) STEAL (\(tally.steals) STL)"
    case .block: "\(name) BLOCK (\(tally.blocks) BLK)"
    case .substitution: "SUB \(subType ?? ""): \(name)"
    case .violation: "\(player?.initialName ?? "TEAM") \(subType ?? "") VIOLATION"
    case .period: subType == "start" ? "Period Start" : "Period End"
    case .game: "Game End"
    case .jumpBall: tip.map { "Jump Ball \($0.won.initialName) vs. \($0.lost.initialName): Tip to " }
    case .ejection: "\(name) Ejection"
    case .timeout, .heave, .stoppage, .memo, .instantReplay: nil
    }
  }

  private var name: String { player?.initialName ?? "" }

  /// The distance as a prefix, for shots from further away than a layup.
  private var distance: String {
    guard let feet = spot?.feet, feet >= 6 else { return "" }
    return "\(Int(feet))' "
  }

  private var assistText: String { assist.map { " (\($0.initialName) \(assistTotal) AST)" } ?? "" }

  private var shotText: String {
    let manner = descriptor ?? ""
    let blocked = defender == nil ? "" : " - blocked"
    if kind == .threePointer {
      guard isMade == true else {
        return "MISS \(name) \(distance)\(manner.isEmpty ? "" : manner + " ")3PT\(blocked)"
      }
      return "\(name) \(distance)3PT \(manner) (\(tally.points) PTS)\(assistText)"
    }
    let type = subType ?? ""
    let words = manner.isEmpty ? type : "\(manner) \(type)"
    guard isMade == true else {
      // A miss with a manner is called a shot only.
      let missed = manner.isEmpty || type != "Jump Shot" ? words : "\(manner) Shot"
      return "MISS \(name) \(distance)\(missed)\(blocked)"
    }
    return "\(name) \(distance)\(words) (\(tally.points) PTS)\(assistText)"
  }

  private var freeThrowText: String {
    let words = "\(name) \(descriptor.map { $0 + " " } ?? "")Free Throw \(subType ?? "")"
    return isMade == true ? "\(words) (\(tally.points) PTS)" : "MISS \(words)"
  }

  private var turnoverText: String? {
    guard player != nil else { return nil }
    return "\(name) \(descriptor.map { $0 + " " } ?? "")\(subType ?? "") TURNOVER (\(tally.turnovers) TO)"
  }

  private var foulText: String {
    let words = "\(name) \(descriptor.map { $0 + " " } ?? "")\(subType ?? "") FOUL"
    if subType == "technical" { return "\(words) (\(tally.technicals) Tech)" }
    let throwing = freeThrows > 0 ? drawn.map { " (\($0.familyName) \(freeThrows) FT)" } : nil
    return "\(words) (\(tally.fouls) PF)\(throwing ?? "")"
  }

  /// `description`, which for some actions names the club.
  func description(clubs: PerSide<NBAClub>) -> String? {
    let club = side.map { clubs[$0].tricode } ?? ""
    switch kind {
    case .timeout: return "\(club) Timeout"
    case .heave: return "\(club) Heave"
    case .turnover where player == nil: return "\(club) \(subType ?? "") Team TURNOVER"
    case .jumpBall: return description.map { $0 + (tip?.recovered?.initialName ?? "Team (\(club))") }
    case .instantReplay: return "\(club.isEmpty ? "" : club + " ")Instant Replay"
    default: return description
    }
  }
}
