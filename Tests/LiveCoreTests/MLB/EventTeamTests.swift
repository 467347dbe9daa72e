import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The club whose event it is.
@Suite struct EventTeamTests {
  private func team(_ eventType: String, _ half: String = "5-top", review: Side? = nil) -> String? {
    var event = Baseball().sample
    event.type = .action
    event.data.inning = ChatSample.inning(half)
    event.data.play?.eventType = eventType
    event.data.play?.reviews = [EventReview(reviewType: "MJ", overturned: false, side: review)]
    return Baseball().attributed(event).data.team
  }

  @Test func anActionBelongsToTheSideThatDoesIt() {
    #expect(team("stolen_base_2b") == "TOR" && team("wild_pitch", "5-bottom") == "AZ")
    #expect(team("pitching_substitution") == "AZ" && team("defensive_switch", "5-bottom") == "TOR")
    #expect(team("offensive_substitution") == "TOR" && team("mound_visit") == "AZ")
    #expect(team("ejection") == nil && team("injury") == nil)
    #expect(team("", review: .home) == "AZ" && team("", review: nil) == nil)
  }

  @Test func aFactNamesItsSide() {
    func team(_ fact: String, _ type: EventType, _ half: String?) -> String? {
      var event = Baseball().sample
      (event.type, event.data.fact) = (type, Fact(rawValue: "mlb/900001/\(fact)"))
      event.data.inning = half.map(ChatSample.inning)
      return Baseball().attributed(event).data.team
    }
    #expect(team("lineup/home", .lineup, nil) == "AZ" && team("probable/away", .lineup, nil) == "TOR")
    #expect(team("watch/no_hitter/away/1", .watch, "6-bottom") == "TOR")
    #expect(team("watch/no_hitter/home/2", .watch, "9-bottom") == "AZ")
    #expect(team("watch/cycle/900103/1", .watch, "6-bottom") == "AZ")
    #expect(team("5-top/start", .inning, "5-top") == "TOR" && team("source/mlb/1", .source, nil) == nil)
  }

  @Test func aNoHitterBelongsToTheSideInTheField() {
    var event = Baseball().sample
    (event.type, event.data.tags) = (.inning, [.halfEnd, .noHitterIntact])
    #expect(Baseball().attributed(event).data.team == "AZ")
  }

  @Test(
    arguments: [
      (5, 4, [LiveModel.Tag.final], "TOR"), (4, 5, [.final], "AZ"), (4, 4, [.final, .tied], nil),
      (5, 4, [.final, .unconfirmed], nil), (5, 4, [.delay], nil),
    ] as [(Int, Int, [LiveModel.Tag], String?)])
  func aSureFinalBelongsToTheWinner(away: Int, home: Int, tags: [LiveModel.Tag], team: String?) {
    var event = ChatSample.final(minute: 1, score: Score(away: away, home: home)).event
    event.data.tags = tags
    #expect(Baseball().attributed(event).data.team == team)
  }

  /// Whose event it is would tell who scored.
  @Test func aMessageWithoutSpoilersHasNoTeam() {
    #expect(Wording(isSpoilerFree: true).withoutSpoilers(Baseball().sample).data.team == nil)
  }
}
