import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct RunningScoreTests {
  struct Case: Sendable {
    var scores: [[Int]]
    var half: HalfInning
    var tags: [LiveModel.Tag]
  }

  static let top5 = HalfInning(number: 5, half: .top)
  static let bottom9 = HalfInning(number: 9, half: .bottom)
  static let cases: [Case] = [
    Case(scores: [[0, 0]], half: top5, tags: []),
    Case(scores: [[1, 0]], half: top5, tags: [.scoring, .goAhead]),
    Case(scores: [[1, 0], [2, 0]], half: top5, tags: [.scoring]),
    Case(scores: [[0, 1], [1, 1]], half: top5, tags: [.scoring, .tie]),
    Case(scores: [[0, 1], [1, 1], [2, 1]], half: top5, tags: [.scoring, .goAhead, .leadChange]),
    Case(scores: [[0, 1], [2, 1]], half: top5, tags: [.scoring, .goAhead, .leadChange]),
    Case(scores: [[1, 0], [1, 2]], half: bottom9, tags: [.scoring, .goAhead, .leadChange, .walkOff]),
    Case(scores: [[0, 1], [0, 2]], half: bottom9, tags: [.scoring]),
  ]

  @Test(arguments: cases)
  func aChangeOfTheScoreGivesItsTags(example: Case) {
    var walk = RunningScore()
    var last = RunningScore.Step(runs: 0, tags: [])
    for score in example.scores {
      last = walk.step(
        to: Score(away: score[0], home: score[1]), flagged: false, in: example.half, endsAGameFrom: 9)
    }
    #expect(last.tags == example.tags)
  }

  @Test func aFlaggedPlayScoresWithoutAChange() {
    var walk = RunningScore()
    let step = walk.step(to: nil, flagged: true, in: Self.top5, endsAGameFrom: 9)
    #expect(step == RunningScore.Step(runs: 0, tags: [.scoring]))
  }
}
