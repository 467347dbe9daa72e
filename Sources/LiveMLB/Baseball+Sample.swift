package import LiveModel

/// A play of a fictitious game, to try formats.
extension Baseball {
  /// A play of a fictitious game with every member that a play can have, so that any useful format renders a text.
  package var sample: Event {
    let (batter, pitcher) = (Person(id: 900_103, name: "Kenji Okafor"), Person(id: 900_209, name: "Mateo Brandt II"))
    let runner = Person(id: 900_105, name: "D.J. Novák")
    let game = EventGame(
      id: 900_001, date: "2026-07-13", number: 1, type: "R", status: .live,
      away: Team(id: 141, abbreviation: "TOR", name: "Toronto Blue Jays"),
      home: Team(id: 109, abbreviation: "AZ", name: "Arizona Diamondbacks"))
    let description = "Kenji Okafor homers (12) on a fly ball to left field. D.J. Novák scores."
    let play = EventPlay(
      atBatIndex: 41, eventIndex: nil, eventType: "home_run", description: description, runs: 2, rbi: 2,
      batter: batter, pitcher: pitcher,
      reviews: [EventReview(reviewType: "NH", overturned: true, side: .away, player: batter, remaining: 1)])
    let time = Timestamp(milliseconds: 1_783_998_702_120)
    let tags: [Tag] = [Tag(rawValue: "home_run"), .hit, .scoring, .goAhead, .leadChange, .review, .overturned]
    return Event(
      type: .play, time: time,
      data: EventData(
        fact: Fact(rawValue: "mlb/900001/5-top/pa/900103/1"), revision: 1, change: .new, team: "TOR", league: .mlb,
        game: game,
        score: Score(away: 3, home: 2), odds: EventOdds(before: 0.6731, after: 0.3898, leverage: 1.77),
        players: [
          Participant(batter, as: .batter), Participant(pitcher, as: .pitcher), Participant(runner, as: .scorer),
        ],
        importance: 4, tags: tags, summary: "\(description) TOR 3, AZ 2", observedAt: time + .seconds(13),
        feedAt: time + .seconds(11),
        members: LeagueMembers(
          BaseballMembers(inning: HalfInning(number: 5, half: .top), outs: 1, bases: .empty, play: play))))
  }
}
