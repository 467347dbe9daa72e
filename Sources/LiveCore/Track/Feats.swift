/// Feats so far in a game, which tags and watches need; gathered along the play log.
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

  /// Whether no batter has reached base so far.
  func isSpotless(_ batting: Side) -> Bool { isHitless(batting) && reached[batting] == 0 }

  /// Nine full innings, which the rules ask of a no-hitter.
  func hasBattedNine(_ side: Side) -> Bool { halvesBatted[side] >= 9 }

  /// Three of the four kinds of hit.
  func isShortOfTheCycle(_ batter: Int) -> Bool { kinds[batter]?.count == 3 }
}

/// Says of each ABS challenge what its side had left after it. The feed gives only today's number: the failed ones that
/// came later are added back. A challenge that succeeds is kept.
struct ChallengeCount: Sendable {
  private let teams: Sides<Int>
  private var left: Sides<Int?>

  init(_ snapshot: GameSnapshot) {
    teams = Sides(away: snapshot.info.away.id, home: snapshot.info.home.id)
    left = snapshot.absChallengesLeft
    for play in snapshot.plays {
      for review in play.actions.flatMap(\.reviews) + play.reviews where isFailed(review) { add(1, for: review) }
    }
  }

  /// The reviews of one play or action, in the order of the play log.
  mutating func take(_ reviews: [Review]) -> [EventReview] {
    reviews.map { review in
      if isFailed(review) { add(-1, for: review) }
      let side = side(of: review)
      return EventReview(
        reviewType: review.reviewType, overturned: review.isOverturned, side: side, player: review.player,
        remaining: review.isABSChallenge ? side.flatMap { left[$0] } : nil)
    }
  }

  private func isFailed(_ review: Review) -> Bool {
    review.isABSChallenge && !review.isOverturned && !review.inProgress
  }

  private mutating func add(_ number: Int, for review: Review) {
    guard let side = side(of: review), let count = left[side] else { return }
    left[side] = count &+ number
  }

  private func side(of review: Review) -> Side? {
    review.challengeTeam == teams.away ? .away : review.challengeTeam == teams.home ? .home : nil
  }
}

/// Drafts what is known of a game before it begins: probable pitchers and batting orders. From the first pitch on,
/// changes are substitutions, which the play log tells.
enum LineupReader {
  static func drafts(for snapshot: GameSnapshot, of game: GameID) -> [FactDraft] {
    guard !snapshot.status.isUnderway, !snapshot.status.isOver else { return [] }
    return [Side.away, .home].flatMap { side in
      [probablePitcher(side, snapshot, game), lineup(side, snapshot, game)].compactMap { $0 }
    }
  }

  private static func probablePitcher(_ side: Side, _ snapshot: GameSnapshot, _ game: GameID) -> FactDraft? {
    snapshot.lineups[side].probablePitcher.map { pitcher in
      FactDraft(
        fact: .probablePitcher(side, in: game), type: .lineup, time: snapshot.timeStamp,
        players: [Participant(pitcher, as: .pitcher)], importance: 1, tags: [.probablePitcher],
        summary: "Probable pitcher of the \(snapshot.info.team(side).name): \(pitcher.name)")
    }
  }

  private static func lineup(_ side: Side, _ snapshot: GameSnapshot, _ game: GameID) -> FactDraft? {
    let starters = snapshot.lineups[side].starters
    guard starters.count >= 9 else { return nil }
    let names = starters.map { "\($0.player.name)\($0.position.map { " \($0)" } ?? "")" }
    return FactDraft(
      fact: .lineup(side, in: game), type: .lineup, time: snapshot.timeStamp,
      players: starters.map { Participant($0.player, as: .batter) }, importance: 2, tags: [.lineup],
      summary: "Lineup of the \(snapshot.info.team(side).name): \(names.joined(separator: ", "))")
  }
}
