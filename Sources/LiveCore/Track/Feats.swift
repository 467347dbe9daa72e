/// What a game has seen so far that tags and watches ask for, gathered along the play log.
struct Feats: Sendable {
  /// Of the batting side.
  private var hits = Sides(away: 0, home: 0)
  private var reached = Sides(away: 0, home: 0)
  private var halvesBatted = Sides(away: 0, home: 0)
  /// The kinds of hit that a batter has.
  private var kinds: [Int: Set<String>] = [:]
  private var half = HalfStrikeouts()

  /// Strikeouts of one pitcher since the half-inning began.
  private struct HalfStrikeouts {
    var batters = 0
    var strikeouts = 0
    var pitches = 0
    var pitchers: Set<Int> = []
  }

  mutating func beginHalf() { half = HalfStrikeouts() }

  mutating func endHalf(batting side: Side) { halvesBatted[side] += 1 }

  /// Takes a completed plate appearance, and gives the tags that only its past can give it.
  mutating func take(_ play: Play) -> [Tag] {
    let side = play.inning.batting
    let eventType = play.result.eventType ?? ""
    if play.runners.contains(where: { $0.runner.id == play.batter.id && $0.end != nil }) { reached[side] += 1 }
    half.batters += 1
    half.pitches &+= play.pitchCount
    half.pitchers.insert(play.pitcher.id)
    if eventType.hasPrefix("strikeout") || eventType == "strike_out" { half.strikeouts += 1 }
    let isImmaculate = play.outs >= 3 && half.batters == 3 && half.strikeouts == 3 && half.pitches == 9
    var tags: [Tag] = isImmaculate && half.pitchers.count == 1 ? [.immaculateInning] : []
    if PlayTags.hits.contains(eventType) {
      hits[side] += 1
      if kinds[play.batter.id, default: []].insert(eventType).inserted, kinds[play.batter.id]?.count == 4 {
        tags.append(.cycle)
      }
    }
    return tags
  }

  /// No hit so far.
  func isHitless(_ batting: Side) -> Bool { hits[batting] == 0 }

  /// Nobody has reached a base so far.
  func isSpotless(_ batting: Side) -> Bool { isHitless(batting) && reached[batting] == 0 }

  /// Nine full innings, which the rules ask of a no-hitter.
  func hasBattedNine(_ side: Side) -> Bool { halvesBatted[side] >= 9 }

  /// Three of the four kinds of hit.
  func isShortOfTheCycle(_ batter: Int) -> Bool { kinds[batter]?.count == 3 }
}
