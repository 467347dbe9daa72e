package import LiveModel

/// The members of an event that only basketball has.
package struct BasketballMembers: Equatable, Codable, Sendable {
  package var period: GamePeriod?
  package var play: BasketballPlay?

  package init(period: GamePeriod? = nil, play: BasketballPlay? = nil) {
    (self.period, self.play) = (period, play)
  }

  /// Decodes each member by itself: an unreadable one of another version does not affect the other.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    period = try? container.decodeIfPresent(GamePeriod.self, forKey: .period)
    play = try? container.decodeIfPresent(BasketballPlay.self, forKey: .play)
  }
}

/// A period and the time left in it.
package struct GamePeriod: Hashable, Codable, Sendable {
  /// 1 to 4, then 5 for the first overtime.
  package var number: Int
  package var type: Kind
  /// The time left: `11:58`, and `2.4` in the last minute.
  package var clock: String?

  package enum Kind: String, Codable, Sendable {
    case regular, overtime
  }

  package init(_ number: Int, clock: String? = nil) {
    (self.number, self.clock) = (number, clock)
    type = number > 4 ? .overtime : .regular
  }

  /// `Q3`, `OT`, `OT2`.
  package var name: String { number <= 4 ? "Q\(number)" : number == 5 ? "OT" : "OT\(number - 4)" }

  /// `3rd quarter`, `overtime`, `2nd overtime`.
  package var words: String {
    if number <= 4 { return "\(Ordinal.text(of: number)) quarter" }
    return number == 5 ? "overtime" : "\(Ordinal.text(of: number - 4)) overtime"
  }
}

/// The action that an event reports.
package struct BasketballPlay: Equatable, Codable, Sendable {
  /// The feed's number of the action.
  package var actionNumber: Int
  /// The feed's type: `2pt`, `foul`, …
  package var actionType: String
  package var subType: String?
  package var descriptor: String?
  package var description: String?
  /// Points of a made shot or free throw.
  package var points: Int?
  /// The side whose action it is; nil where it is nobody's.
  package var side: Side?
  package var player: Person?
  package var assist: Person?
  /// The finding of an instant replay, in the feed's words.
  package var value: String?
  /// Nil if nobody reached one with this action.
  package var milestones: [Milestone]?

  package init(actionNumber: Int, actionType: String) {
    (self.actionNumber, self.actionType) = (actionNumber, actionType)
  }
}

/// A number that a player has reached in a game.
package struct Milestone: Hashable, Codable, Sendable {
  /// The name of its tag: `points_30`, `double_double`.
  package var kind: String
  package var player: Person

  package init(_ kind: String, _ player: Person) {
    (self.kind, self.player) = (kind, player)
  }
}

/// The members of a game's summary that only basketball has.
package struct BasketballSituation: Equatable, Codable, Sendable {
  package var period: GamePeriod?
  /// Whether the period is over.
  package var isBreak: Bool?

  package init(period: GamePeriod? = nil, isBreak: Bool? = nil) {
    (self.period, self.isBreak) = (period, isBreak)
  }

  private enum CodingKeys: String, CodingKey {
    case period
    case isBreak = "break"
  }

  /// `Q3 2:41`, `Half`, `End Q1`; nil without a period.
  package var text: String? {
    guard let period else { return nil }
    if isBreak == true { return period.number == 2 ? "Half" : "End \(period.name)" }
    return period.name + (period.clock.map { " \($0)" } ?? "")
  }
}

extension EventData {
  /// Basketball's members; without values for an event of another league.
  package var basketball: BasketballMembers { members.decoded() ?? BasketballMembers() }
}

extension GameSummary {
  /// Basketball's members; without values for a game of another league.
  package var basketball: BasketballSituation { members.decoded() ?? BasketballSituation() }
}
