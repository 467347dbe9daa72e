internal import LiveModel

/// The batter and the pitcher at one point of a plate appearance. The feed's `matchup` describes its end, so the
/// matchup at an earlier point is found by undoing the later substitutions.
struct Matchup: Equatable, Sendable {
  var batter: Person
  var pitcher: Person

  /// Finds the matchup at event `index`. `pitcherBefore` is the pitcher of the previous plate appearance; it stands in
  /// for the replaced pitcher where a pitching change does not name him.
  init(at index: Int, of play: Play, pitcherBefore: Person?, names: [Int: String]) {
    (batter, pitcher) = (play.batter, play.pitcher)
    for action in play.actions.reversed() where action.isAction && action.index > index {
      let replaced = action.replacedPlayer.map { Person(id: $0, name: names[$0] ?? "") }
      switch ActionFamily(action.eventType).name {
      case "pitcher" where action.player == pitcher.id: pitcher = replaced ?? pitcherBefore ?? pitcher
      case "substitution" where action.player == batter.id: batter = replaced ?? batter
      default: break
      }
    }
  }
}

extension Play {
  /// Returns the outs made by runners within this plate appearance, through the event `index`.
  func outsMade(through index: Int) -> Int {
    runners.count { $0.isOut && ($0.playIndex ?? .max) <= index }
  }

  /// Returns the players in the plate appearance's own result, batter and pitcher first.
  func participants(names: [Int: String]) -> [Participant] {
    let actionIndexes = Set(actions.filter(\.isAction).map(\.index))
    let own = runners.filter { movement in movement.playIndex.map { !actionIndexes.contains($0) } ?? true }
    return [Participant(batter, as: .batter), Participant(pitcher, as: .pitcher)] + involved(in: own, names)
  }

  /// Returns the players in an action.
  func participants(in action: Action, _ matchup: Matchup, names: [Int: String]) -> [Participant] {
    func person(_ id: Int) -> Person { Person(id: id, name: names[id] ?? "") }
    var list: [Participant] = []
    if !action.isAction {
      return [Participant(matchup.batter, as: .batter), Participant(matchup.pitcher, as: .pitcher)]
    }
    switch ActionFamily(action.eventType).name {
    case "pitcher", "substitution":
      if let player = action.player { list.append(Participant(person(player), as: .entering)) }
      if let replaced = action.replacedPlayer { list.append(Participant(person(replaced), as: .leaving)) }
    case "runner":
      if let player = action.player { list.append(Participant(person(player), as: .runner)) }
    default: break
    }
    let moved = involved(in: runners.filter { $0.playIndex == action.index }, names)
    return list + moved.filter { !list.contains($0) }
  }

  private func involved(in movements: [RunnerMovement], _ names: [Int: String]) -> [Participant] {
    var list: [Participant] = []
    func add(_ participant: Participant) { if !list.contains(participant) { list.append(participant) } }
    for movement in movements {
      if movement.end == "score" {
        add(Participant(movement.runner, as: .scorer))
      } else if movement.runner.id != batter.id {
        add(Participant(movement.runner, as: .runner))
      }
      for credit in movement.credits {
        add(Participant(Person(id: credit.fielder, name: names[credit.fielder] ?? ""), as: .fielder))
      }
    }
    return list
  }
}

extension EventPlay {
  init(_ play: Play, runs: Int, reviews: [EventReview]) {
    self.init(
      atBatIndex: play.atBatIndex, eventIndex: nil, eventType: play.result.eventType ?? "",
      description: (play.result.description ?? "").singleSpaced, runs: runs, rbi: play.result.rbi,
      batter: play.batter, pitcher: play.pitcher, reviews: reviews.isEmpty ? nil : reviews)
  }

  init(_ action: Action, in play: Play, _ matchup: Matchup, runs: Int, reviews: [EventReview]) {
    self.init(
      atBatIndex: play.atBatIndex, eventIndex: action.index,
      eventType: action.isAction ? action.eventType : action.type,
      description: (action.description ?? "").singleSpaced, runs: runs, rbi: nil,
      batter: matchup.batter, pitcher: matchup.pitcher, reviews: reviews.isEmpty ? nil : reviews)
  }

  /// Makes a play whose result is unknown; only the number of runs may be known.
  init(unfinished play: Play, runs: Int?) {
    self.init(
      atBatIndex: play.atBatIndex, eventIndex: nil, eventType: nil, description: nil, runs: runs, rbi: nil,
      batter: play.batter, pitcher: play.pitcher)
  }
}

/// The number of ABS challenges that a side had left after each challenge. The feed gives only the current number, so
/// the later failed challenges are added back. A successful challenge does not reduce the number.
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

  /// Converts the reviews of the next play or action. Calls must follow the order of the play log.
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
