internal import LiveModel

/// A fact with its content, before the comparison with the ledger.
struct FactDraft: DraftedFact {
  var fact: Fact
  var type: EventType
  /// The feed's time; nil where the feed gives none.
  var time: Timestamp?
  var inning: HalfInning?
  var outs: Int?
  var score: Score?
  var bases: Bases?
  /// The chances around a play, an action that changes the game, or at the ends of a half-inning.
  var odds: EventOdds?
  var play: EventPlay?
  var players: [Participant] = []
  var importance: Int
  var tags: [Tag]
  var summary: String
  var reason: String?
  var scheduledStart: Timestamp?
  /// The pitchers of record, of a final.
  var decisions: Decisions?
  /// The chances before the game, of a prediction and its outcome.
  var prediction: BaseballPrediction?
  /// Whether the fact is an action with no later entry in the play log. Such an action may still change.
  var isOpenAction = false
  /// Whether the fact is logged before the feed states the play's result.
  var isProvisional = false

  var digests: FactDigests { digests(withOdds: true) }

  private func digests(withOdds: Bool) -> FactDigests {
    var digest = SemanticDigest()
    addOwn(to: &digest)
    let own = digest.value
    digest.add(inning?.number)
    digest.add(inning?.half.rawValue)
    digest.add(outs)
    digest.add(score?.away)
    digest.add(score?.home)
    for base in [bases?.first, bases?.second, bases?.third] { digest.add(base?.id) }
    digest.add(play?.runs)
    for tag in tags { digest.add(tag.rawValue) }
    // An earlier correction changes the moment before a play, even if the play itself stays the same.
    if withOdds, let odds {
      for value in [odds.before, odds.after, odds.leverage] { digest.add(Int((value * 10_000).rounded())) }
    }
    return FactDigests(own: own, whole: digest.value)
  }

  /// Returns whether a stored digest is of the same content. `digests` are the draft's. Earlier builds of 0.1.0 knew no
  /// odds; their facts get no revision because of them. An action may have got its odds later, with the movement of its
  /// runner, and is revised.
  func isSame(as stored: UInt64, _ digests: FactDigests) -> Bool {
    stored == digests.whole || (odds != nil && type != .action && stored == self.digests(withOdds: false).whole)
  }

  private func addOwn(to digest: inout SemanticDigest) {
    digest.add(type.rawValue)
    digest.add(isProvisional ? "provisional" : nil)
    digest.add(reason)
    digest.add(scheduledStart.map { Int($0.seconds) })
    digest.add(play?.eventType)
    digest.add(play?.description)
    digest.add(play?.rbi)
    if play?.eventIndex == nil {
      digest.add(play?.batter.id)
      digest.add(play?.pitcher.id)
    }
    for player in players {
      digest.add(player.id)
      digest.add(player.role.rawValue)
    }
    for review in play?.reviews ?? [] {
      digest.add(review.reviewType)
      digest.add(review.overturned ? 1 : 0)
      digest.add(review.side?.rawValue)
      digest.add(review.player?.id)
    }
    // Nothing is added without them, so that a final has the digest that earlier versions stored.
    for id in decisions?.ids ?? [] { digest.add(id) }
    prediction?.add(to: &digest)
  }
}

/// How the ledger treats the fact.
extension FactDraft {
  var mayBeCause: Bool { fact.place == .play }

  var isOfGame: Bool { fact.place == .sight }

  var isAlwaysLogged: Bool { type == .status && (tags.contains(.final) || tags.contains(.start)) }
}

extension FactDraft {
  /// Drafts the game's start, when its first plate appearance begins. A game has one such fact.
  static func start(game: GameID, first: Play, snapshot: GameSnapshot) -> FactDraft {
    FactDraft(
      fact: .status(.start, in: game), type: .status, time: first.beginning, inning: first.inning, outs: 0,
      score: .zero, importance: 3, tags: [.start], summary: Summary.start(snapshot.info))
  }

  /// Drafts the game's end. A game has one such fact. The score is the linescore's, which the rules set for a forfeit.
  ///
  /// `isUnconfirmed` means that the play log disagrees with the linescore. The tags that only the play log can prove
  /// are then left out.
  static func final(
    game: GameID, snapshot: GameSnapshot, _ feats: Feats, after odds: PlayLogOdds, isUnconfirmed: Bool = false
  ) -> FactDraft {
    let score = snapshot.linescore.score ?? snapshot.lastPlayScore
    let last = snapshot.plays.last
    var tags: [Tag] = [.final] + (snapshot.status.isForfeit ? [] : tags(of: score, feats))
    if isUnconfirmed { tags = tags.unconfirmed }
    return FactDraft(
      fact: .status(.final, in: game), type: .status, time: last.flatMap { $0.endTime ?? $0.startTime },
      inning: last?.inning, outs: last?.outs, score: score, odds: odds.final(score),
      importance: 4, tags: tags, summary: FinalSentence(score: score, tags: tags, snapshot: snapshot).text,
      decisions: snapshot.decisions)
  }

  private static func tags(of score: Score, _ feats: Feats) -> [Tag] {
    guard let winner = score.leader else { return [.tied] }
    let loser = winner.other
    var tags: [Tag] = score[loser] == 0 ? [.shutout] : []
    let hitless = [loser, winner].first { feats.isHitless($0) && feats.hasBattedNine($0) }
    if let hitless { tags += feats.isSpotless(hitless) ? [.noHitter, .perfectGame] : [.noHitter] }
    return tags
  }

  /// Drafts the state of a game that was under way before the daemon first saw it.
  static func catchUp(game: GameID, snapshot: GameSnapshot) -> FactDraft {
    let score = snapshot.linescore.score ?? snapshot.lastPlayScore
    let last = snapshot.plays.last
    return FactDraft(
      fact: .status(.catchUp, in: game), type: .status, time: snapshot.timeStamp, inning: last?.inning,
      outs: last?.outs, score: score, importance: 2, tags: [.catchUp],
      summary: Summary.catchUp(score, inning: last?.inning, snapshot))
  }
}

/// Drafts the facts known before a game begins: probable pitchers and batting orders. After the first pitch, changes
/// are substitutions, which the play log lists.
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
