import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct ScoreboardTextTests {
  /// Returns the end of a half-inning with this score.
  private func half(_ half: String, _ minute: Int, _ away: Int, _ home: Int) -> Event {
    ChatSample.play(half, minute: minute, score: Score(away: away, home: home)) { $0.data.tags = [.halfEnd] }.event
  }

  private var game: [Event] {
    [
      half("1-top", 1, 0, 0), half("1-bottom", 2, 0, 2), half("2-top", 3, 1, 2), half("2-bottom", 4, 1, 2),
      half("3-top", 5, 12, 2),
    ]
  }

  @Test func drawsTheRunsOfEveryInning() {
    #expect(
      ScoreboardText(game).linescore == """
            1 2 3 4 5 6 7 8 9  R
        TOR 0 111              12
        AZ  2 0                2
        """)
  }

  @Test func aLinescoreWithGapsIsNotDrawn() {
    for index in game.indices.dropLast() {
      var holed = game
      holed.remove(at: index)
      #expect(ScoreboardText(holed).linescore == nil, "\(index)")
    }
    #expect(ScoreboardText(game + [half("3-bottom", 6, 13, 2)]).linescore == nil)
    #expect(ScoreboardText([]).linescore == nil)
    let forfeit = ChatSample.final(minute: 9, score: Score(away: 0, home: 9), half: "3-top").event
    #expect(ScoreboardText(game + [forfeit]).linescore == nil)
  }

  @Test func aHalfInningThatIsNotPlayedIsCrossedOut() throws {
    let halves = (1...9).flatMap { number in
      ["top", "bottom"].map { half("\(number)-\($0)", number * 2 + ($0 == "top" ? 0 : 1), 0, 1) }
    }.dropLast()
    var events = Array(halves)
    for index in events.indices.dropFirst() { events[index].data.score = Score(away: 0, home: 1) }
    events[0].data.score = .zero
    events.append(ChatSample.final(minute: 99, score: Score(away: 0, home: 1)).event)
    let rows = try #require(ScoreboardText(events).linescore).split(separator: "\n")
    #expect(rows[1] == "TOR 0 0 0 0 0 0 0 0 0  0")
    #expect(rows[2] == "AZ  1 0 0 0 0 0 0 0 x  1")
  }

  @Test func extraInningsReplaceTheFirstOnes() throws {
    let events = (1...12).flatMap { number in
      ["top", "bottom"].map { half("\(number)-\($0)", number * 2 + ($0 == "top" ? 0 : 1), 0, 0) }
    }
    let rows = try #require(ScoreboardText(events).linescore).split(separator: "\n")
    #expect(rows[0] == "    3 4 5 6 7 8 9 10 11 12  R")
    #expect(rows[1] == "TOR 0 0 0 0 0 0 0  0  0  0  0")
  }

  private func batting(outs: Int = 1, _ bases: Bases?, _ change: (inout Event) -> Void = { _ in }) -> Event {
    ChatSample.play("3-bottom", minute: 7, score: Score(away: 12, home: 2)) { event in
      event.data.outs = outs
      event.data.bases = bases
      change(&event)
    }.event
  }

  @Test func drawsTheBases() {
    let person = Person(id: 1, name: "x")
    #expect(ScoreboardText([batting(Bases(first: person, third: person))]).bases == "  ◇\n◆   ◆   1 out")
    #expect(ScoreboardText([batting(outs: 0, Bases(second: person))]).bases == "  ◆\n◇   ◇   no outs")
    #expect(ScoreboardText([batting(outs: 3, Bases(second: person))]).bases == nil)
    #expect(ScoreboardText([batting(.empty) { $0.data.game.status = .delayed }]).bases == nil)
  }

  /// The feed has the positions of runners only at the end of a plate appearance.
  @Test func theBasesAreLeftOutAfterARunnerMoved() {
    let play = batting(Bases(first: Person(id: 1, name: "x")))
    func action(_ tag: LiveModel.Tag) -> Event {
      batting(nil) { event in
        event.type = .action
        event.time = event.time + .seconds(5)
        event.data.tags = [tag]
      }
    }
    #expect(ScoreboardText([play, action(.stolenBase)]).bases == "1 out")
    #expect(ScoreboardText([play, action(.pitchingChange)]).bases == "  ◇\n◇   ◆   1 out")
  }
}
