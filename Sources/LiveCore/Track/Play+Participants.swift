extension Play {
  /// Outs that runners made on events up to this one, within this plate appearance.
  func outsMade(through index: Int) -> Int {
    runners.count { $0.isOut && ($0.playIndex ?? .max) <= index }
  }

  /// Everybody who took part in the plate appearance's own result, batter and pitcher first.
  func participants(names: [Int: String]) -> [Participant] {
    let actionIndexes = Set(actions.filter(\.isAction).map(\.index))
    let own = runners.filter { movement in movement.playIndex.map { !actionIndexes.contains($0) } ?? true }
    return [Participant(batter, as: .batter), Participant(pitcher, as: .pitcher)] + involved(in: own, names)
  }

  /// Everybody who took part in an action.
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
      description: Summary.tidy(play.result.description ?? ""), runs: runs, rbi: play.result.rbi,
      batter: play.batter, pitcher: play.pitcher, reviews: reviews.isEmpty ? nil : reviews)
  }

  init(_ action: Action, in play: Play, _ matchup: Matchup, runs: Int, reviews: [EventReview]) {
    self.init(
      atBatIndex: play.atBatIndex, eventIndex: action.index,
      eventType: action.isAction ? action.eventType : action.type,
      description: Summary.tidy(action.description ?? ""), runs: runs, rbi: nil,
      batter: matchup.batter, pitcher: matchup.pitcher, reviews: reviews.isEmpty ? nil : reviews)
  }

  /// A plate appearance of which only the run is known.
  init(unfinished play: Play, runs: Int?) {
    self.init(
      atBatIndex: play.atBatIndex, eventIndex: nil, eventType: nil, description: nil, runs: runs, rbi: nil,
      batter: play.batter, pitcher: play.pitcher)
  }
}
