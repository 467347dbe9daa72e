internal import LiveModel

/// The prediction of a game, which comes from outside of the feed.
extension Tracker {
  /// Returns whether the game has no prediction about the lineups of the snapshot, or one that may be improved.
  func lacksPrediction(_ state: TrackerState, _ snapshot: GameSnapshot) -> Bool {
    guard snapshot.gamePk == game.gamePk, !state.hasBegun(game) else { return false }
    return state.prediction.map { !$0.isAbout(snapshot.lineups) || $0.mayImprove } ?? true
  }

  /// Derives the event of a prediction. Nothing is logged if it is about other lineups than the snapshot's, if the game
  /// has begun, or if the same is logged already: numbers alone, which change with the statistics of other games, make no
  /// revision.
  func predict(
    _ prediction: BaseballPrediction, _ state: TrackerState, _ snapshot: GameSnapshot, observedAt: Timestamp
  ) -> Outcome {
    guard state.timeStamp == snapshot.timeStamp, state.baseline == .tellAll, lacksPrediction(state, snapshot),
      !snapshot.hasBegun, !snapshot.status.isUnderway, !snapshot.status.isOver, prediction.isAbout(snapshot.lineups)
    else { return Outcome(state: state, events: []) }
    let game = game.begun(anew: state.replayDate)
    var next = state
    var room = next.room(within: limit)
    let draft = FactDraft.prediction(prediction, game: game, snapshot)
    let changes = next.ledger.take([draft], room: &room)
    if !changes.isEmpty { next.prediction = prediction }
    let context = EventContext(
      snapshot: snapshot, previous: state.timeStamp, wasUnchanged: state.isStill, observedAt: observedAt)
    return Outcome(state: next, events: changes.map { context.event(for: $0, of: game) })
  }
}

extension FactDraft {
  /// Drafts a prediction.
  static func prediction(_ prediction: BaseballPrediction, game: GameID, _ snapshot: GameSnapshot) -> FactDraft {
    FactDraft(
      fact: .prediction(in: game), type: .prediction, time: snapshot.timeStamp, importance: 0, tags: [.predicted],
      summary: Summary.prediction(prediction, snapshot.info), prediction: prediction)
  }

  /// Drafts the outcome of a prediction; nil until the first five innings are over, and of a game that ends before.
  /// `final` is the game's end, which names the winner.
  fileprivate static func outcome(
    of prediction: BaseballPrediction, _ final: FactDraft?, game: GameID, _ snapshot: GameSnapshot
  ) -> FactDraft? {
    guard let last = snapshot.lastOfFirstFive else { return nil }
    let score = last.scoreSoFar
    var settled = prediction.settled(with: score)
    if let final, !final.tags.contains(.unconfirmed) { settled.winner = final.score?.leader }
    return FactDraft(
      fact: .outcome(in: game), type: .prediction, time: last.endTime ?? last.startTime, score: score, importance: 0,
      tags: [.settled], summary: Summary.outcome(settled, score, snapshot.info), prediction: settled)
  }
}

extension [FactDraft] {
  /// Returns the facts of a play log with the outcome of the prediction, if there is one: after the fifth inning, whose
  /// corrections change it; with the winner, after all.
  func addingOutcome(of prediction: BaseballPrediction?, game: GameID, _ snapshot: GameSnapshot) -> [FactDraft] {
    let final = last { $0.fact == .status(.final, in: game) }
    guard !isEmpty, let prediction,
      let outcome = FactDraft.outcome(of: prediction, final, game: game, snapshot)
    else { return self }
    let sixth = outcome.prediction?.winner == nil ? firstIndex { ($0.inning?.number ?? 0) > 5 } : nil
    var all = self
    all.insert(outcome, at: sixth ?? endIndex)
    return all
  }
}

extension GameSnapshot {
  /// The last play of the first five innings; nil until both sides have batted in them. A play of the sixth inning shows
  /// that nobody challenges the end of the fifth any more.
  fileprivate var lastOfFirstFive: Play? {
    guard let last = plays.last(where: { $0.inning.number <= 5 }) else { return nil }
    if plays.last.map({ $0.inning.number > 5 }) == true { return last }
    let isWhole = last.isComplete && last.inning.number == 5 && last.inning.half == .bottom && last.outs == 3
    return isWhole && status.phase == .final ? last : nil
  }
}

extension BaseballPrediction {
  /// Adds what makes it a different prediction: players, and what was known. The actual runs are the score of the event.
  func add(to digest: inout SemanticDigest) {
    for side in [away, home] {
      digest.add(side.pitcher?.id)
      for batter in side.batters { digest.add(batter) }
    }
    for part in unknown { digest.add(part.rawValue) }
    if let winner { digest.add(winner.rawValue) }
  }
}

extension Summary {
  /// Summarizes a prediction.
  static func prediction(_ prediction: BaseballPrediction, _ info: GameInfo) -> String {
    "First five innings: \(info.nickname(.away)) \(runs(prediction.away)) and \(info.nickname(.home))"
      + " \(runs(prediction.home)) runs on average; chance to win: \(info.nickname(.home)) \(percent(prediction.homeWin))"
  }

  /// Summarizes the outcome of a prediction.
  static func outcome(_ prediction: BaseballPrediction, _ score: Score, _ info: GameInfo) -> String {
    func side(_ side: Side) -> String {
      "\(info.nickname(side)) \(score[side]) (expected \(runs(prediction[side])),"
        + " chance of \(score[side]): \(percent(prediction[side].chance(of: score[side]))))"
    }
    let winner = prediction.winner.map { winner in
      let chance = winner == .home ? prediction.homeWin : 1 - prediction.homeWin
      return "; \(info.nickname(winner)) won (chance \(percent(chance)))"
    }
    return "After five innings: \(side(.away)), \(side(.home))\(winner ?? "")"
  }

  private static func runs(_ forecast: BaseballPrediction.Forecast) -> String {
    let tenths = Int((forecast.mean * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func percent(_ chance: Double) -> String { "\(Int((chance * 100).rounded())) %" }
}
