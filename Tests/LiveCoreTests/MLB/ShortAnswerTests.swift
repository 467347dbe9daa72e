import LiveSimulator
import Testing

@testable import LiveMLB
@testable import LiveModel

/// The meaning of short answers after an accepted one.
@Suite struct ShortAnswerTests {
  private let mlb = MLB(baseURL: "http://127.0.0.1", sportIDs: [1])

  private func game() -> PlayedGame {
    var game = PlayedGame()
    game.play("single", batter: 1)
    game.play("", batter: 2, isComplete: false)
    return game
  }

  /// Returns the meaning of a short answer with `next` after an accepted one with `last`.
  private func answer(_ next: GameSnapshot, after last: GameSnapshot) throws -> ShortAnswer<GameSnapshot> {
    mlb.read(next.short, after: try #require(mlb.outline(of: last, TrackerState(baseline: .tellAll))))
  }

  @Test func aPitchChangesNothingToReport() throws {
    var game = game()
    let last = game.snapshot
    game.correct(1) { play in
      (play.balls, play.pitchCount, play.lastPitchIndex, play.lastEventIndex, play.lastPitchCall) = (1, 1, 0, 0, "B")
      play.endTime = play.startTime.map { $0 + .seconds(20) }
    }
    game.change { ($0.timeStamp, $0.linescore.balls) = (last.timeStamp + .seconds(20), 1) }
    guard case .unchanged(let shown) = try answer(game.snapshot, after: last) else {
      return #expect(Bool(false), "the answer counts as changed")
    }
    // What is shown and the next poll are as after a whole answer.
    #expect(Situation(shown) == Situation(game.snapshot))
    #expect(shown.linescore == game.snapshot.linescore && shown.timeStamp == game.snapshot.timeStamp)
    #expect(shown.outline == game.snapshot.outline)
  }

  @Test func anythingToReportNeedsAWholeAnswer() throws {
    let last = game().snapshot
    let changes: [(inout Play) -> Void] = [
      { $0.actions.append(PlayedGame.action("stolen_base_2b")) },
      { $0.isComplete = true },
      { $0.lastPitchCall = "E" },
      { $0.result.score = Score(away: 1, home: 0) },
      { $0.pitcher = Person(id: 77, name: "A Reliever") },
      { $0.batter = Person(id: 78, name: "A Pinch Hitter") },
      { $0.reviews = [Review(reviewType: "MF", isOverturned: false, inProgress: true)] },
    ]
    for (number, change) in changes.enumerated() {
      var game = game()
      game.correct(1, change)
      #expect(try answer(game.snapshot, after: last) == .changed, "change \(number)")
    }
  }

  @Test func anotherPlateAppearanceNeedsAWholeAnswer() throws {
    var game = game()
    let last = game.snapshot
    game.correct(1) { $0.isComplete = true }
    game.play("", batter: 3, isComplete: false)
    #expect(try answer(game.snapshot, after: last) == .changed)
    game.remove(2)
    game.remove(1)
    #expect(try answer(game.snapshot, after: last) == .changed)
  }

  @Test(arguments: ["IR", "T", "F", "MA"]) func anotherStatusNeedsAWholeAnswer(code: String) throws {
    var game = game()
    let last = game.snapshot
    game.status(code)
    #expect(try answer(game.snapshot, after: last) == .changed)
  }

  @Test func anotherStartOrRunsWithoutAResultNeedAWholeAnswer() throws {
    var game = game()
    let last = game.snapshot
    game.change { $0.linescore.awayRuns = 1 }
    #expect(try answer(game.snapshot, after: last) == .changed)
    game.change { ($0.linescore.awayRuns, $0.info.scheduledStart) = (0, nil) }
    #expect(try answer(game.snapshot, after: last) == .changed)
  }

  @Test func anOlderAnswerNeedsAWholeOne() throws {
    let last = game().snapshot
    var older = last
    older.timeStamp = last.timeStamp - .seconds(1)
    #expect(try answer(older, after: last) == .changed)
  }

  @Test func wholeAndBlankAnswersAreToldApart() throws {
    let last = game().snapshot
    let outline = try #require(last.outline)
    #expect(mlb.read(last, after: outline) == .whole(last))
    var blank = last
    blank.plays = []
    #expect(mlb.read(blank, after: outline) == .blank)
  }

  @Test func shortRequestsAreForLiveGamesWithoutDoubts() throws {
    var (game, state) = (game(), TrackerState(baseline: .tellAll))
    let outline = try #require(mlb.outline(of: game.snapshot, state))
    let request = mlb.shortRequest(of: PlayedGame.id, after: outline)
    #expect(request.url.hasSuffix("/feed/live?fields=\(MLBFeedFields.short)"))
    let now = game.snapshot.timeStamp
    state.unsettled = UnsettledAction(
      fact: Fact(rawValue: "mlb/900001/1-top/pa/1/1/action/1"), digest: 1, since: now, observedSince: now, isOpen: true)
    #expect(mlb.outline(of: game.snapshot, state) == nil)
    state.unsettled = nil
    _ = state.absence.note(
      [Fact(rawValue: "mlb/900001/1-top/pa/1/1")], feed: now, observed: now)
    #expect(mlb.outline(of: game.snapshot, state) == nil)
    game.status("IR")
    #expect(mlb.outline(of: game.snapshot, TrackerState(baseline: .tellAll)) == nil)
    #expect(mlb.outline(of: PlayedGame().snapshot, TrackerState(baseline: .tellAll)) == nil)
  }

  @Test func theShortListHasTheNewestPlayAndItsMembers() {
    let names = MLBFeedFields.short.split(separator: ",").map(String.init)
    for name in ["currentPlay", "linescore", "status", "playEvents", "credits", "officialDate"] {
      #expect(names.contains(name))
    }
    #expect(MLBFeedProjection.seldom.isDisjoint(with: names))
    #expect(Set(names).isSubset(of: MLBFeedProjection.short.names))
  }

  @Test func aCurrentPlayThatCannotBeReadIsBlank() throws {
    for play in ["null", "{}", #"{"about":{"inning":1}}"#] {
      let body = FeedJSON.least(liveData: #"{"plays":{"currentPlay":\#(play)}}"#)
      var decoder = MLBFeedDecoder(.short)
      try decoder.feed(Array(body.utf8).span)
      let snapshot = try decoder.finish()
      #expect(snapshot.plays.isEmpty && snapshot.omitted == nil)
    }
  }

  /// For each two consecutive revisions of a simulated game, a short answer with nothing new means that the whole answer
  /// has no event, unless something earlier was corrected.
  @Test func nothingNewInAShortAnswerIsNothingNewInAWholeOne() throws {
    var (unchanged, changed) = (0, 0)
    for seed in UInt64(1)...3 {
      let game = SimulatedGame(seed: seed)
      let tracker = Tracker(game: GameID(league: .mlb, gamePk: game.gamePk))
      var (state, last) = (TrackerState(baseline: .tellAll), GameSnapshot?.none)
      for time in game.moments.prefix(400) {
        let body = JSONTree(game.feed(at: time))
        let (whole, short) = (try Self.decoded(body, .whole), try Self.decoded(body, .short))
        let outcome = tracker.track(state, whole, observedAt: Timestamp(milliseconds: Int64(time * 1000)))
        if let last, let outline = mlb.outline(of: last, state) {
          if case .unchanged(let snapshot) = mlb.read(short, after: outline) {
            unchanged += 1
            let isCorrected = last.plays.dropLast() != whole.plays.dropLast() || last.lineups != whole.lineups
            #expect(isCorrected || (outcome.events.isEmpty && outcome.retractions.isEmpty), "seed \(seed) at \(time)")
            #expect(mlb.pulse(of: snapshot, outcome.state) == mlb.pulse(of: whole, outcome.state))
            #expect(
              mlb.summary(of: snapshot, observedAt: whole.timeStamp)
                == mlb.summary(of: whole, observedAt: whole.timeStamp))
          } else {
            changed += 1
          }
        }
        (state, last) = (outcome.state, outcome.refusal == nil ? whole : nil)
      }
    }
    #expect(unchanged > changed && changed > 100, "\(unchanged) answers without and \(changed) with something new")
  }

  private static func decoded(_ body: JSONTree, _ kind: MLBFeedDecoder.Kind) throws -> GameSnapshot {
    let fields = kind == .whole ? MLBFeedFields.list : MLBFeedFields.short
    var decoder = MLBFeedDecoder(kind)
    try decoder.feed(body.trimmed(to: Set(fields.split(separator: ",").map(String.init))).bytes.span)
    return try decoder.finish()
  }
}

extension GameSnapshot {
  /// What a short answer of the same time gives.
  fileprivate var short: GameSnapshot {
    var short = self
    (short.plays, short.omitted, short.names) = (plays.suffix(1), OmittedPlays(), [:])
    short.lineups = Sides(away: Lineup(), home: Lineup())
    return short
  }
}
