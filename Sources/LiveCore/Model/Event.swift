/// One revision of a fact, before the log has numbered it.
struct Event: Equatable, Sendable {
  var type: EventType
  /// When it happened, by the feed.
  var time: Timestamp
  var data: EventData

  /// `mlb/747175/5-top/pa/665489/1@1`: the same over retries and restarts.
  var id: String { "\(data.fact)@\(data.revision)" }

  /// `TOR@AZ`.
  var subject: String { "\(data.game.away.abbreviation)@\(data.game.home.abbreviation)" }
}

/// The `data` member of the wire format, member for member (see `docs/events.md`).
struct EventData: Equatable, Codable, Sendable {
  var fact: Fact
  /// From 1.
  var revision: Int
  var retracted = false
  var provisional = false
  /// It happened while no poll was made.
  var late = false
  /// The corrected fact that made this revision necessary.
  var cause: Fact?
  var league: LeagueID
  var game: EventGame
  var inning: HalfInning?
  var outs: Int?
  var score: Score?
  var bases: Bases?
  var play: EventPlay?
  var players: [Participant] = []
  /// 0 (a time-out) to 4 (a home run, a final).
  var importance: Int
  var tags: [Tag]
  /// Why a game is delayed, suspended, postponed or cancelled, as the feed says it: `Rain`.
  var reason: String?
  /// When the game is to begin, where that is the news.
  var scheduledStart: Timestamp?
  /// One sentence for people.
  var summary: String
  /// When this daemon saw it.
  var observedAt: Timestamp
  /// `metaData.timeStamp` of the answer it was found in.
  var feedAt: Timestamp
}

/// The game that an event belongs to.
struct EventGame: Equatable, Codable, Sendable {
  /// The `gamePk`.
  var id: Int
  /// The official date.
  var date: String
  /// 1, or 2 for the second game of a doubleheader.
  var number: Int
  var type: String
  var status: GameStatus.Phase
  var away: Team
  var home: Team
}

/// The play or action that an event tells.
struct EventPlay: Equatable, Codable, Sendable {
  var atBatIndex: Int
  /// The index of the action among the play's events; nil for the plate appearance itself.
  var eventIndex: Int?
  /// Nil while the feed has not said what the play was.
  var eventType: String?
  var description: String?
  /// Runs that scored on it; nil while that is not known.
  var runs: Int?
  var rbi: Int?
  var batter: Person
  var pitcher: Person
  /// Nil where nothing was reviewed.
  var reviews: [EventReview]?
}

/// A call that was looked at again.
struct EventReview: Equatable, Codable, Sendable {
  /// StatsAPI's letters: `MF` a close play at first, `NH` an umpires' review of a home run, `MJ` an ABS challenge.
  var reviewType: String
  var overturned: Bool
  /// The side that challenged; nil for an umpires' review.
  var side: Side?
  /// The player who challenged a pitch.
  var player: Person?
  /// ABS challenges that the side has left after this one.
  var remaining: Int?
}

/// The closed list of CloudEvents types that are emitted; tags say the rest.
enum EventType: String, Codable, Sendable, CaseIterable {
  case status = "livegame.status"
  case lineup = "livegame.lineup"
  case inning = "livegame.inning"
  case play = "livegame.play"
  case action = "livegame.action"
  case watch = "livegame.watch"
  case source = "livegame.source"
}
