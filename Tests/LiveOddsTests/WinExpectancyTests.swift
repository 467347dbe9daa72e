import Testing

@testable import LiveOdds

@Suite struct WinExpectancyTests {
  private static let nine = WinExpectancy(WinExpectancy.Rules(hasAutomaticRunner: false))
  private static let seven = WinExpectancy(WinExpectancy.Rules(scheduledInnings: 7, hasAutomaticRunner: true))

  private static func moment(
    _ inning: Int, top: Bool, outs: Int = 0, _ bases: BaseOutState.Bases = [], lead: Int = 0
  ) -> GameState {
    GameState(inning: inning, isTop: top, state: BaseOutState(outs: outs, bases: bases), lead: lead)
  }

  @Test func theHomeTeamHasTheEdgeAtTheStart() {
    let start = Self.moment(1, top: true)
    #expect(abs(Self.nine.home(start) - 0.533) < 0.0005 && abs(Self.nine.leverage(start) - 0.94) < 0.01)
  }

  /// Published values for these states are near.
  @Test func knownStatesHaveTheirLeverage() {
    let tie = Self.moment(9, top: false, outs: 2, .loaded)
    #expect(abs(Self.nine.leverage(tie) - 6.3) < 0.05)
    let behind = Self.moment(9, top: false, outs: 2, .loaded, lead: -1)
    #expect(abs(Self.nine.leverage(behind) - 10.6) < 0.05)
    #expect(Self.nine.leverage(Self.moment(9, top: false, lead: -10)) < 0.01)
  }

  @Test(arguments: [nine, seven]) func aGameThatIsOverIsCertain(odds: WinExpectancy) {
    let last = odds.rules.scheduledInnings
    let walkOff = Self.moment(last, top: false, outs: 1, .second, lead: 1)
    #expect(odds.home(walkOff) == 1 && odds.leverage(walkOff) == 0)
    #expect(odds.home(Self.moment(last + 4, top: false, lead: 2), pregame: 0.4) == 1)
    #expect(odds.home(GameState(inning: last, isTop: true, state: nil, lead: 1)) == 1)
    #expect(odds.home(GameState(inning: last, isTop: false, state: nil, lead: -1)) == 0)
    #expect(odds.home(GameState(inning: last + 1, isTop: false, state: nil, lead: -3)) == 0)
    #expect(odds.home(GameState(inning: last, isTop: true, state: nil, lead: 0)) < 1)
  }

  /// After the third out the chance is that of the beginning of the next half-inning.
  @Test(arguments: [nine, seven]) func theEndOfAHalfInningIsTheBeginningOfTheNext(odds: WinExpectancy) {
    for inning in 1..<odds.rules.scheduledInnings {
      for lead in -5...5 {
        let afterTop = GameState(inning: inning, isTop: true, state: nil, lead: lead)
        #expect(odds.home(afterTop) == odds.home(GameState(inning: inning, isTop: false, lead: lead)))
        let afterBottom = GameState(inning: inning, isTop: false, state: nil, lead: lead)
        #expect(odds.home(afterBottom) == odds.home(GameState(inning: inning + 1, isTop: true, lead: lead)))
      }
    }
    let tied = GameState(inning: odds.rules.scheduledInnings, isTop: false, state: nil, lead: 0)
    let state = odds.rules.hasAutomaticRunner ? BaseOutState.withAutomaticRunner : .start
    let extra = GameState(inning: odds.rules.scheduledInnings + 1, isTop: true, state: state, lead: 0)
    #expect(abs(odds.home(tied) - odds.home(extra)) < 1e-12)
  }

  /// A feed may have any number.
  @Test(arguments: [Int.min, -1, 0, Int.max]) func anyNumberHasAChance(number: Int) {
    for isTop in [true, false] {
      for state in [BaseOutState.start, nil] {
        var moment = GameState(inning: number, isTop: isTop, state: state, lead: number)
        #expect((0...1).contains(Self.nine.home(moment)) && Self.nine.leverage(moment) >= 0)
        moment.lead += 100
        #expect((0...1).contains(Self.nine.home(Self.nine.beginning(after: moment))))
      }
    }
  }

  @Test(arguments: [nine, seven]) func chancesRiseWithTheLead(odds: WinExpectancy) {
    for inning in 1...(odds.rules.scheduledInnings + 2) {
      for state in (0..<BaseOutState.count).map(BaseOutState.init(number:)) {
        for isTop in [true, false] {
          let chances = (-20...20).map { odds.home(GameState(inning: inning, isTop: isTop, state: state, lead: $0)) }
          #expect(zip(chances, chances.dropFirst()).allSatisfy { $0 <= $1 } && chances.allSatisfy { 0...1 ~= $0 })
        }
      }
    }
  }

  @Test func theAutomaticRunnerHelpsTheTeamAtBat() {
    let odds = WinExpectancy(WinExpectancy.Rules(hasAutomaticRunner: true))
    let with = odds.home(Self.moment(10, top: false, .second, lead: 0))
    #expect(with > odds.home(Self.moment(10, top: false, lead: 0)) && with > 0.8)
    #expect(odds.home(Self.moment(15, top: true, .second)) == odds.home(Self.moment(10, top: true, .second)))
  }

  @Test func strengthCountsLessTheLaterItIs() {
    let (even, strong) = (0.533, 0.65)
    let start = Self.moment(1, top: true)
    #expect(abs(Self.nine.home(start, pregame: even) - Self.nine.home(start)) < 1e-12)
    let gains = (1...9).map { inning in
      Self.nine.home(Self.moment(inning, top: true), pregame: strong) - Self.nine.home(Self.moment(inning, top: true))
    }
    #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 > $1 } && gains[0] > 0.1 && gains[8] > 0)
    for wrong in [0, 1, -1, 2, Double.nan] { #expect(Self.nine.home(start, pregame: wrong) == Self.nine.home(start)) }
  }

  /// Extreme input, as from a broken feed, has a chance, too.
  @Test func extremeStatesAreBounded() {
    for inning in [Int.min, 0, 99, Int.max / 16] {
      for lead in [-1000, 1000] {
        let moment = GameState(
          inning: inning, isTop: true, state: BaseOutState(outs: 7, bases: BaseOutState.Bases(rawValue: 255)),
          lead: lead)
        #expect(0...1 ~= Self.nine.home(moment, pregame: 0.5) && Self.nine.leverage(moment) >= 0)
      }
    }
  }

  @Test func theTablesAreDistributions() {
    for half in [HalfInningModel.Half.top, .bottom] {
      for state in (0..<BaseOutState.count).map(BaseOutState.init(number:)) {
        let runs = HalfInningModel.measured.runs(from: state, in: half)
        #expect(abs(runs.reduce(0, +) - 1) < 1e-9 && runs.count == 13)
        let plays = HalfInningModel.measured.plays(from: state, in: half)
        #expect(abs(plays.reduce(0) { $0 + $1.chance } - 1) < 1e-9)
        for play in plays where play.after != nil { #expect((play.after?.outs ?? 3) >= state.outs && play.runs <= 4) }
      }
    }
  }
}
