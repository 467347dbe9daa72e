import LiveSimulator
import Testing

@testable import LiveMLB
@testable import LiveModel

/// Meaning of a short answer together with the last snapshot.
@Suite struct ShortAnswerTests {
  private let mlb = MLB(baseURL: "http://127.0.0.1", sportIDs: [1])

  private func game() -> PlayedGame {
    var game = PlayedGame()
    game.play("single", batter: 1)
    game.play("", batter: 2, isComplete: false)
    return game
  }

  private func isContinued(_ next: GameSnapshot, after last: GameSnapshot) -> Bool {
    mlb.read(next.short, after: last) == .continued(next)
  }

  @Test func anActionAndAResultOfTheSamePlateAppearanceContinueTheGame() {
    var game = game()
    let last = game.snapshot
    game.correct(1) { $0.actions.append(PlayedGame.action("stolen_base_2b")) }
    #expect(isContinued(game.snapshot, after: last))
    game.correct(1) { play in
      (play.isComplete, play.result.eventType, play.result.score) = (true, "home_run", Score(away: 2, home: 0))
    }
    game.change { $0.linescore.awayRuns = 2 }
    #expect(isContinued(game.snapshot, after: last))
  }

  @Test func theNextPlateAppearanceNeedsAWholeAnswer() {
    var game = game()
    let last = game.snapshot
    game.correct(1) { $0.isComplete = true }
    game.play("", batter: 3, isComplete: false)
    #expect(mlb.read(game.snapshot.short, after: last) == .changed)
    game.remove(2)
    game.remove(1)
    #expect(mlb.read(game.snapshot.short, after: last) == .changed)
  }

  @Test(arguments: ["IR", "T", "F", "MA"]) func anotherStatusNeedsAWholeAnswer(code: String) {
    var game = game()
    let last = game.snapshot
    game.status(code)
    #expect(mlb.read(game.snapshot.short, after: last) == .changed)
  }

  @Test func anotherStartOrRunsWithoutAResultNeedAWholeAnswer() {
    var game = game()
    let last = game.snapshot
    game.change { $0.linescore.awayRuns = 1 }
    #expect(mlb.read(game.snapshot.short, after: last) == .changed)
    game.change { ($0.linescore.awayRuns, $0.info.scheduledStart) = (0, nil) }
    #expect(mlb.read(game.snapshot.short, after: last) == .changed)
  }

  @Test func aPlayerWithoutANameNeedsAWholeAnswer() {
    var game = game()
    let last = game.snapshot
    game.correct(1) { $0.actions.append(PlayedGame.action("pitching_substitution", player: 8)) }
    #expect(mlb.read(game.snapshot.short, after: last) == .changed)
    // The whole answer does not name the player either.
    let known = game.snapshot
    game.correct(1) { $0.balls = 1 }
    #expect(isContinued(game.snapshot, after: known))
  }

  @Test func wholeAndBlankAnswersAreToldApart() {
    let last = game().snapshot
    #expect(mlb.read(last, after: last) == .whole(last))
    var blank = last
    blank.plays = []
    #expect(mlb.read(blank, after: last) == .blank)
  }

  @Test func shortRequestsAreForLiveGamesWithoutDoubts() {
    var (game, state) = (game(), TrackerState(baseline: .tellAll))
    let request = mlb.shortRequest(of: PlayedGame.id, after: game.snapshot, state)
    #expect(request?.url.hasSuffix("/feed/live?fields=\(MLBFeedFields.short)") == true)
    _ = state.absence.note(
      [Fact(rawValue: "mlb/900001/1-top/pa/1/1")], feed: game.snapshot.timeStamp, observed: game.snapshot.timeStamp)
    #expect(mlb.shortRequest(of: PlayedGame.id, after: game.snapshot, state) == nil)
    game.status("IR")
    #expect(mlb.shortRequest(of: PlayedGame.id, after: game.snapshot, TrackerState(baseline: .tellAll)) == nil)
    let empty = PlayedGame().snapshot
    #expect(mlb.shortRequest(of: PlayedGame.id, after: empty, TrackerState(baseline: .tellAll)) == nil)
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
      #expect(snapshot.plays.isEmpty && !snapshot.isShort)
    }
  }

  /// For each two consecutive revisions of a simulated game, a short answer either asks for a whole one or leads to the
  /// same events, unless something earlier was corrected.
  @Test func aShortAnswerTellsTheSameAsAWholeOne() throws {
    var (continued, events) = (0, 0)
    for seed in UInt64(1)...3 {
      let game = SimulatedGame(seed: seed)
      let tracker = Tracker(game: GameID(league: .mlb, gamePk: game.gamePk))
      var (state, last) = (TrackerState(baseline: .tellAll), GameSnapshot?.none)
      for time in game.moments.prefix(300) {
        let body = JSONTree(game.feed(at: time))
        let (whole, short) = (try Self.decoded(body, .whole), try Self.decoded(body, .short))
        let now = Timestamp(milliseconds: Int64(time * 1000))
        let outcome = tracker.track(state, whole, observedAt: now)
        if let last, mlb.shortRequest(of: tracker.game, after: last, state) != nil,
          case .continued(var snapshot) = mlb.read(short, after: last)
        {
          snapshot.ignored = whole.ignored
          #expect(snapshot.plays.last == whole.plays.last && snapshot.linescore == whole.linescore)
          if last.plays.dropLast() == whole.plays.dropLast(), last.lineups == whole.lineups {
            #expect(snapshot == whole)
            #expect(tracker.track(state, snapshot, observedAt: now) == outcome)
            (continued, events) = (continued + 1, events + outcome.events.count)
          }
        }
        (state, last) = (outcome.state, outcome.refusal == nil ? whole : nil)
      }
    }
    #expect(continued > 100 && events > 20, "\(continued) answers, \(events) events")
  }

  private static func decoded(_ body: JSONTree, _ kind: MLBFeedDecoder.Kind) throws -> GameSnapshot {
    let fields = kind == .whole ? MLBFeedFields.list : MLBFeedFields.short
    var decoder = MLBFeedDecoder(kind)
    try decoder.feed(body.trimmed(to: Set(fields.split(separator: ",").map(String.init))).bytes.span)
    return try decoder.finish()
  }
}

extension GameSnapshot {
  /// Returns the snapshot of a short answer of the same time.
  fileprivate var short: GameSnapshot {
    var short = self
    (short.plays, short.isShort, short.names) = (plays.suffix(1), true, [:])
    short.lineups = Sides(away: Lineup(), home: Lineup())
    return short
  }
}
