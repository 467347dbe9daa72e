internal import LiveModel

extension ScoringPlay {
  /// The largest number of plays and of events of a play. The longest game in the majors had some 200 plays.
  static let mostPlays = 1000
  private static let mostEvents = 500

  /// Returns the plays and actions of `allPlays` after which the score is higher than before; nil without one.
  ///
  /// `scoringPlays` of the feed is no help: it names a plate appearance in which a run scored on a balk, but not the balk,
  /// and its text says nothing about the run.
  static func all(in log: [LenientObject]) -> [ScoringPlay]? {
    var (plays, score) = ([ScoringPlay](), Score.zero)
    for (place, play) in log.enumerated() {
      let (about, result) = (play["about"], play["result"])
      guard let inning = HalfInning(about) else { continue }
      let index = about.number("atBatIndex") ?? place
      func add(_ details: LenientObject, eventIndex: Int?) {
        guard let after = Score(details), after.away + after.home > score.away + score.home else { return }
        plays.append(
          ScoringPlay(
            inning: inning, description: details.text("description")?.singleSpaced,
            eventType: details.text("eventType"), score: after,
            runs: after.away + after.home - score.away - score.home, batter: play["matchup"]["batter"].person,
            pitcher: play["matchup"]["pitcher"].person, atBatIndex: index, eventIndex: eventIndex))
        score = after
      }
      for (number, event) in play.objects("playEvents", most: mostEvents).enumerated()
      where event["details"].flag("isScoringPlay") == true {
        add(event["details"], eventIndex: event.number("index") ?? number)
      }
      if about.flag("isComplete") == true {
        add(result, eventIndex: nil)
        score = Score(result) ?? score
      }
    }
    return plays.isEmpty ? nil : plays
  }
}

extension Array where Element == ScoringPlay {
  /// The largest number of former texts of one play.
  private static var mostCorrections: Int { 5 }

  /// Returns the plays, each with what the log says of it before its corrections. `revisions` are the logged events of the
  /// facts that have several, in log order.
  func corrected(by revisions: [Event]) -> [ScoringPlay] {
    guard !revisions.isEmpty else { return self }
    let facts = Dictionary(grouping: revisions, by: \.data.fact).values.compactMap { events -> CorrectedFact? in
      CorrectedFact(events)
    }
    return map { play in
      var play = play
      let corrections = facts.filter { $0.isOf(play) }.flatMap(\.corrections).sorted { $0.observedAt < $1.observedAt }
      play.corrections = corrections.isEmpty ? nil : corrections.suffix(Self.mostCorrections)
      return play
    }
  }
}

/// A logged fact that was corrected.
private struct CorrectedFact {
  let play: EventPlay
  let corrections: [ScoringPlay.Correction]

  /// Takes all revisions of a fact, in log order. Nil if it is no play, is retracted, or was never corrected.
  init?(_ revisions: [Event]) {
    guard let newest = revisions.last, !newest.data.retracted, let play = newest.data.play else { return nil }
    self.play = play
    corrections = zip(revisions, revisions.dropFirst()).compactMap { before, after in
      guard after.data.change == .corrected else { return nil }
      return ScoringPlay.Correction(before: before.data.summary, observedAt: after.data.observedAt)
    }
    if corrections.isEmpty { return nil }
  }

  /// Whether the fact is this play. The feed shifts indices, but not the batter of a plate appearance.
  func isOf(_ other: ScoringPlay) -> Bool {
    play.atBatIndex == other.atBatIndex && play.eventIndex == other.eventIndex
      && (other.batter.map { $0.id == play.batter.id } ?? true)
  }
}

extension HalfInning {
  fileprivate init?(_ about: LenientObject) {
    guard let inning = about.number("inning") else { return nil }
    self.init(
      inning: inning, isTop: about.flag("isTopInning") ?? about.text("halfInning").map { $0 == "top" }, state: nil)
  }
}

extension Score {
  /// Takes the score after a play or an action; nil without one.
  fileprivate init?(_ details: LenientObject) {
    guard let away = details.number("awayScore"), let home = details.number("homeScore") else { return nil }
    self.init(away: away, home: home)
  }
}
