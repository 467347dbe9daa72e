package import LiveModel

extension LeagueID {
  static let mlb = LeagueID(rawValue: "mlb")
}

extension EventType {
  static let inning = EventType(rawValue: "livegame.inning")
}

extension Participant.Role {
  static let batter = Participant.Role(rawValue: "batter")
  static let pitcher = Participant.Role(rawValue: "pitcher")
  static let runner = Participant.Role(rawValue: "runner")
  static let scorer = Participant.Role(rawValue: "scorer")
  static let fielder = Participant.Role(rawValue: "fielder")
}

/// Major League Baseball: its clubs, its tags, and its words for people.
package struct Baseball: LeagueDescription {
  package let id = LeagueID.mlb

  package var clubs: [Club] { Self.allClubs }

  /// The `MESSAGE_ID` comes from `systemd-id128 new` and never changes; see `MessageID`.
  package let eventTypes: [EventType: String] = [.inning: "10971a76293c4b4da719b793e8173e9d"]

  package var tags: [Tag] { Tag.baseball + Tag.mlbEventTypes }

  package let harmlessTags: Set<Tag> = [.probablePitcher, .halfStart, .halfEnd]

  package init() {}

  package let periodName = "inning"

  package func importance(of tags: [Tag]) -> Int { Importance.of(tags) }

  package func period(of data: EventData) -> Int? { data.inning?.number }

  package func members(inPeriod number: Int, batting: Side?) -> LeagueMembers {
    LeagueMembers(BaseballMembers(inning: HalfInning(number: number, half: batting == .home ? .bottom : .top)))
  }

  /// Returns the batter and the pitcher of the play, and players who challenged a call.
  package func people(in data: EventData) -> [Person] {
    data.play.map { [$0.batter, $0.pitcher] + ($0.reviews ?? []).compactMap(\.player) } ?? []
  }

  /// Returns the half-inning, such as `5-top`.
  package func fields(of data: EventData) -> [(name: String, value: String)] {
    data.inning.map { [("INNING", $0.description)] } ?? []
  }
}

/// Baseball's words for people.
extension Baseball {
  /// Returns a half-inning, such as `Top 5th` or `Middle 5th`.
  package func place(of event: Event) -> String? { halfInning(of: event, joint: " ") }

  /// Returns a half-inning in words, such as `Middle of the 5th`.
  package func harmlessWords(for event: Event) -> String? {
    switch event.type {
    case .inning: halfInning(of: event, joint: " of the ")
    case .prediction where event.data.revision == 1: "Five innings are over"
    case .prediction: "The prediction is settled"
    default: nil
    }
  }

  private func halfInning(of event: Event, joint: String) -> String? {
    event.data.inning.map { inning in
      let isOver = event.data.tags.contains(.halfEnd)
      let half = inning.half == .top ? (isOver ? "Middle" : "Top") : (isOver ? "End" : "Bottom")
      return "\(half)\(joint)\(Ordinal.text(of: inning.number))"
    }
  }

  /// Returns the inning of an event about the inning itself. That of a play reveals which side bats, and that of a final
  /// who won.
  package func harmlessMembers(of event: Event) -> LeagueMembers {
    LeagueMembers(BaseballMembers(inning: event.type == .inning ? event.data.inning : nil))
  }

  /// Returns outs and runners, such as `1 out · runners on 1st and 3rd`.
  package func situation(after event: Event) -> String? {
    let members = event.data.baseball
    let outs = members.outs.map { $0 == 0 ? "no outs" : $0 == 1 ? "1 out" : "\($0) outs" }
    let parts = [outs, members.bases.flatMap(\.words)].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  package func colour(of team: Team) -> TeamColour {
    // The Rockies and Colombia share an abbreviation.
    if team.abbreviation == "COL", team.name.hasPrefix("Colombia") { return .neutral }
    return clubColour(of: team)
  }

  package func scoreboard(_ events: [Event]) -> [String] { ScoreboardText(events).blocks }

  package func page(of game: EventGame) -> GamePage? {
    GamePage(title: "Gameday", url: "https://www.mlb.com/gameday/\(game.id)")
  }

  package var emoji: String? { "baseball" }

  package var tagEmoji: [(tag: Tag, code: String)] {
    [
      (.walkOff, "tada"), (.perfectGame, "star2"), (.noHitter, "star2"), (.grandSlam, "fire"),
      (Tag("home_run"), "boom"), (.stolenBase, "runner"),
    ]
  }
}

extension Bases {
  /// A phrase such as `runners on 1st and 3rd`; nil if the bases are empty.
  fileprivate var words: String? {
    let taken = [(first, "1st"), (second, "2nd"), (third, "3rd")].filter { $0.0 != nil }.map(\.1)
    switch taken.count {
    case 0: return nil
    case 1: return "runner on \(taken[0])"
    case 2: return "runners on \(taken.joined(separator: " and "))"
    default: return "bases loaded"
    }
  }
}
