extension NBAAction {
  /// Returns what its first version can have wrong. After the end, no edit touches a score.
  func possibleMistakes(isAfterEnd: Bool) -> [NBACorrection.Kind] {
    var kinds: [NBACorrection.Kind] = player == nil || kind == .substitution ? [] : [.otherPlayer]
    switch kind {
    case _ where isAfterEnd: break
    case .twoPointer, .threePointer: kinds += isMade == true ? [.otherValue, .missedToMade] : [.madeToMissed]
    case .freeThrow: kinds += isMade == true ? [.missedToMade] : [.madeToMissed]
    case .foul where subType == "personal": kinds.append(.offensiveToPersonal)
    case .rebound: kinds.append(.reboundSide)
    default: break
    }
    return kinds
  }

  /// Makes it a first version that somebody at the table could have written.
  mutating func spoil(_ mistake: NBACorrection.Kind, team: [NBAPlayer], using dice: inout SplitMix64) {
    switch mistake {
    case .assistAdded, .afterEnd: assist = nil
    case .otherPlayer:
      let others = team.filter { $0 != player && $0 != assist }
      if !others.isEmpty { player = dice.pick(others) }
    case .otherValue: kind = kind == .twoPointer ? .threePointer : .twoPointer
    case .missedToMade: (isMade, assist) = (false, nil)
    case .madeToMissed: isMade = true
    case .offensiveToPersonal: subType = "offensive"
    case .reboundSide: subType = subType == "offensive" ? "defensive" : "offensive"
    case .removed, .lateEntry, .renumbered: break
    }
  }
}
