package import LiveModel

/// The National Basketball Association: its clubs, its tags, and its words for people.
package struct Basketball: LeagueDescription {
  package let id = LeagueID.nba

  package var clubs: [Club] { Self.allClubs }

  /// The `MESSAGE_ID` comes from `systemd-id128 new` and never changes; see `MessageID`.
  package let eventTypes: [EventType: String] = [.period: "a4f860c094e14821a94a06da42e205e2"]

  package var tags: [Tag] { Tag.basketball }

  package let harmlessTags: Set<Tag> = [.periodStart, .periodEnd, .halftime]

  package init() {}

  package func importance(of tags: [Tag]) -> Int { BasketballImportance.of(tags, period: 4) }

  package func period(of data: EventData) -> Int? { data.basketball.period?.number }

  package func members(inPeriod number: Int, batting: Side?) -> LeagueMembers {
    LeagueMembers(BasketballMembers(period: GamePeriod(number, clock: "12:00")))
  }

  /// Returns the player of the action, the one who assisted, and those who reached a milestone.
  package func people(in data: EventData) -> [Person] {
    guard let play = data.basketball.play else { return [] }
    return [play.player, play.assist].compactMap(\.self) + (play.milestones ?? []).map(\.player)
  }

  /// Returns the number of the period.
  package func fields(of data: EventData) -> [(name: String, value: String)] {
    data.basketball.period.map { [("PERIOD", "\($0.number)")] } ?? []
  }
}

/// Basketball's words for people.
extension Basketball {
  /// Returns the time of play, such as `Q4 2:10`, `Half` or `End Q1`.
  package func place(of event: Event) -> String? {
    guard let period = event.data.basketball.period else { return nil }
    if event.data.tags.contains(.final) { return nil }
    let isBreak = event.data.tags.contains(.periodEnd)
    return BasketballSituation(period: period, isBreak: isBreak ? true : nil).text
  }

  package func harmlessWords(for event: Event) -> String? {
    guard event.type == .period, let period = event.data.basketball.period else { return nil }
    guard event.data.tags.contains(.periodEnd) else { return "Start of the \(period.words)" }
    return period.number == 2 ? "Half-time" : "End of the \(period.words)"
  }

  /// Returns the period of an event about the period itself. That of a final reveals whether there was an overtime.
  package func harmlessMembers(of event: Event) -> LeagueMembers {
    LeagueMembers(BasketballMembers(period: event.type == .period ? event.data.basketball.period : nil))
  }

  package func scoreboard(_ events: [Event]) -> [String] { PeriodScoreText(events).blocks }

  package func page(of game: EventGame) -> GamePage? {
    GamePage(title: "NBA.com", url: "https://www.nba.com/game/\(GameNumber.text(game.id))")
  }

  package var emoji: String? { "basketball" }

  package var tagEmoji: [(tag: Tag, code: String)] {
    [
      (.buzzerBeater, "tada"), (.tripleDouble, "star2"), (.points(50), "fire"), (.points(40), "fire"),
      (.dunk, "boom"), (.ejection, "warning"), (.challenge, "mag"),
    ]
  }

  /// Returns the side whose action it is; that of a lineup; the winner of a final that is sure. Nil for any other event.
  package func side(of event: Event) -> Side? { Self.side(of: event.type, event.data, event.data.basketball) }

  /// Returns the side of an event whose own members are known already; decoding them takes time.
  static func side(of type: EventType, _ data: EventData, _ own: BasketballMembers) -> Side? {
    switch type {
    case .status:
      let isSure = data.tags.contains(.final) && !data.tags.contains(.unconfirmed)
      return isSure ? data.score?.leader : nil
    case .lineup: return data.fact.rawValue.split(separator: "/").last.flatMap { Side(rawValue: String($0)) }
    case .play, .action: return own.play?.side
    default: return nil
    }
  }

  /// An action of a fictitious game with every member that one can have, so that any useful format renders a text.
  package var sample: Event {
    let (shooter, passer) = (Person(id: 900_103, name: "Kenji Okafor"), Person(id: 900_105, name: "D.J. Novák"))
    let game = EventGame(
      id: 22_900_001, date: "2026-01-14", number: 1, type: "season", status: .live,
      away: Team(id: 1_610_612_752, abbreviation: "NYK", name: "New York Knicks"),
      home: Team(id: 1_610_612_738, abbreviation: "BOS", name: "Boston Celtics"))
    var play = BasketballPlay(actionNumber: 612, actionType: "3pt")
    (play.subType, play.descriptor, play.points) = ("Jump Shot", "step back", 3)
    play.description = "K. Okafor 27' 3PT step back (50 PTS) (D. Novák 9 AST)"
    (play.side, play.player, play.assist) = (.away, shooter, passer)
    play.milestones = [Milestone("points_50", shooter)]
    let time = Timestamp(milliseconds: 1_768_445_902_100)
    return Event(
      type: .play, time: time,
      data: EventData(
        fact: Fact(rawValue: "nba/22900001/4/shot/612"), revision: 1, change: .new, team: "NYK", league: .nba,
        game: game, score: Score(away: 110, home: 108),
        players: [Participant(shooter, as: .shooter), Participant(passer, as: .assist)], importance: 4,
        tags: [.fieldGoal, .threePointer, .scoring, .goAhead, .leadChange, .clutch, .points(50)],
        summary:
          "NYK take the lead! Kenji Okafor makes a three-pointer, assist by D.J. Novák. NYK 110, BOS 108. Kenji Okafor has 50 points!",
        observedAt: time + .seconds(13), feedAt: time + .seconds(11),
        members: LeagueMembers(BasketballMembers(period: GamePeriod(4, clock: "41.0"), play: play))))
  }
}
