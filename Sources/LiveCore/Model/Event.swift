/// One revision of a fact, before the log assigns it a sequence number.
struct Event: Equatable, Sendable {
  var type: EventType
  /// Time of the play or change according to the feed.
  var time: Timestamp
  var data: EventData

  /// `mlb/747175/5-top/pa/665489/1@1`: stable across retries and restarts.
  var id: String { "\(data.fact)@\(data.revision)" }

  /// Abbreviations of both clubs, visitors first: `TOR@AZ`.
  var subject: String { "\(data.game.away.abbreviation)@\(data.game.home.abbreviation)" }
}

/// The `data` member of the wire format. Every property is one member of the JSON object (see `docs/events.md`).
struct EventData: Equatable, Codable, Sendable {
  var fact: Fact
  /// Counts from 1.
  var revision: Int
  var retracted = false
  var provisional = false
  /// True if the fact happened while the game was not being polled.
  var late = false
  /// The corrected fact from which this revision follows; nil for an original or a direct correction.
  var cause: Fact?
  var league: LeagueID
  var game: EventGame
  var inning: HalfInning?
  var outs: Int?
  var score: Score?
  var bases: Bases?
  var play: EventPlay?
  var players: [Participant] = []
  /// From 0 (a time-out) to 4 (a home run, a final).
  var importance: Int
  var tags: [Tag]
  /// Reason for a delay, suspension, postponement or cancellation, in the feed's words: `Rain`.
  var reason: String?
  /// New start time; present only if the event is about it.
  var scheduledStart: Timestamp?
  /// One sentence for human readers.
  var summary: String
  /// Time at which this daemon received the answer.
  var observedAt: Timestamp
  /// `metaData.timeStamp` of the answer that contained the fact.
  var feedAt: Timestamp
}

/// The game that an event belongs to.
struct EventGame: Equatable, Codable, Sendable {
  /// The `gamePk`.
  var id: Int
  /// The official date, `2024-07-12`.
  var date: String
  /// 1, or 2 for the second game of a doubleheader.
  var number: Int
  var type: String
  var status: GameStatus.Phase
  var away: Team
  var home: Team
}

/// The play or action that an event reports.
struct EventPlay: Equatable, Codable, Sendable {
  var atBatIndex: Int
  /// Index of the action among the play's events; nil for the plate appearance itself.
  var eventIndex: Int?
  /// Nil until the feed classifies the play.
  var eventType: String?
  var description: String?
  /// Runs that scored on the play; nil while unknown.
  var runs: Int?
  var rbi: Int?
  var batter: Person
  var pitcher: Person
  /// Nil if no call was reviewed.
  var reviews: [EventReview]?
}

/// A call that was reviewed.
struct EventReview: Equatable, Codable, Sendable {
  /// StatsAPI's code: `MF` is a close play at first, `NH` an umpires' review of a home run, `MJ` an ABS challenge.
  var reviewType: String
  var overturned: Bool
  /// Challenging side; nil if the umpires started the review.
  var side: Side?
  /// Player who challenged a pitch; nil for other reviews.
  var player: Person?
  /// ABS challenges that the side has left after this review.
  var remaining: Int?
}

/// The CloudEvents types that are emitted. The list is closed; finer distinctions are tags.
enum EventType: String, Codable, Sendable, CaseIterable {
  case status = "livegame.status"
  case lineup = "livegame.lineup"
  case inning = "livegame.inning"
  case play = "livegame.play"
  case action = "livegame.action"
  case watch = "livegame.watch"
  case source = "livegame.source"
}
