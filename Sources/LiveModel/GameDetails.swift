/// All that a league shows of one game when somebody asks for it.
package struct GameDetails: Equatable, Sendable {
  /// The game as on the scoreboard of its date.
  package var game: ScoreboardGame
  package var venue: Venue?
  /// The other games of these teams on the same date.
  package var others: [OtherGame] = []
  /// The members that only this league has, beside those of the game's summary.
  package var members: LeagueMembers

  /// The place of a game.
  package struct Venue: Equatable, Codable, Sendable {
    package var name: String
    package var city: String?

    package init(name: String, city: String? = nil) {
      (self.name, self.city) = (name, city)
    }
  }

  /// Another game of the same teams, of a doubleheader.
  package struct OtherGame: Equatable, Codable, Sendable {
    package var id: Int
    package var number: Int?
    /// The state in a few words, as on the scoreboard.
    package var state: String
    package var start: Timestamp?

    package init(_ game: ScoreboardGame) {
      (id, number) = (game.summary.game.id, game.summary.game.number)
      (state, start) = (game.state, game.summary.start)
    }
  }

  package init(_ game: ScoreboardGame, venue: Venue? = nil, members: LeagueMembers = LeagueMembers()) {
    (self.game, self.venue, self.members) = (game, venue, members)
  }

  /// Takes what only the schedule knows from the game's row on a date: the date to which it was moved, and a note. A
  /// game that was moved to another date says from which one.
  package mutating func add(_ row: ScoreboardGame, on date: String) {
    game.continuation = game.continuation ?? (game.summary.game.status.isOver ? nil : row.continuation)
    game.movedFrom = game.movedFrom ?? row.movedFrom
    game.note = game.note ?? row.note
    game.isDoubleheader = game.isDoubleheader || row.isDoubleheader
    let isElsewhere = game.summary.game.date.map { $0 != date } ?? false
    if row.summary.game.status.isOver || row.summary.game.status == .suspended, isElsewhere {
      game.movedFrom = date
      game.continuation = nil
    } else if row.summary.game.status == game.summary.game.status {
      game.continuation = game.continuation ?? row.continuation
    }
  }
}

extension GameDetails: Encodable {
  private enum CodingKeys: String, CodingKey { case venue, others }

  package func encode(to encoder: any Encoder) throws {
    try game.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(venue, forKey: .venue)
    if !others.isEmpty { try container.encode(others, forKey: .others) }
    try members.encode(to: encoder)
  }
}

extension League {
  /// Returns nil: a league has no details unless it says how to request them.
  package func detailsRequest(of game: GameID) -> HTTPRequest? { nil }

  /// Throws `lookup.no-details`.
  package func details(in feed: [UInt8], of game: GameID, revisions: [Event]) throws -> GameDetails {
    throw Fault.noDetails(of: id)
  }
}

extension Fault {
  /// Returns the fault of a league that has no details of games.
  package static func noDetails(of league: LeagueID) -> Fault {
    Fault(Code("lookup.no-details"), "the league '\(league.rawValue)' has no details of games")
  }
}
