@testable import LiveCore

/// Events as the journal gets them.
enum JournalSample {
  /// A home run with all that an event can have.
  static let homeRun = Event(
    type: .play, time: Timestamp(seconds: 1_720_840_302),
    data: EventData(
      fact: Fact(rawValue: "mlb/747175/5-top/pa/665489/1"), revision: 2, league: .mlb, game: game,
      inning: HalfInning(number: 5, half: .top), outs: 1, score: Score(away: 3, home: 2),
      players: [
        Participant(Person(id: 665489, name: "Vladimir Guerrero Jr."), as: .batter),
        Participant(Person(id: 600000, name: "Andrés Muñoz"), as: .pitcher),
        Participant(Person(id: 665489, name: "Vladimir Guerrero Jr."), as: .scorer),
      ],
      importance: 4, tags: [Tag(rawValue: "home_run"), .hit, .scoring],
      summary: "Guerrero Jr. homers off Muñoz ⚾\nTOR 3, AZ 2", observedAt: Timestamp(seconds: 1_720_840_315),
      feedAt: Timestamp(seconds: 1_720_840_313)))

  /// An event that has nothing but what every one has.
  static let start = Event(
    type: .status, time: Timestamp(seconds: 1_720_835_000),
    data: EventData(
      fact: Fact(rawValue: "mlb/747175/status/start/1"), revision: 1, league: .mlb, game: game, importance: 2, tags: [],
      summary: "TOR at AZ has begun", observedAt: Timestamp(seconds: 1_720_835_004),
      feedAt: Timestamp(seconds: 1_720_835_003)))

  private static let game = EventGame(
    id: 747175, date: "2024-07-12", number: 1, type: "R", status: .live,
    away: Team(id: 141, abbreviation: "TOR", name: "Toronto Blue Jays"),
    home: Team(id: 109, abbreviation: "AZ", name: "Arizona Diamondbacks"))
}
