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

/// The `data` member of the wire format. Every property is one member of the JSON object (see `docs/events.md`), except
/// that `members` stands for several.
struct EventData: Equatable, Sendable {
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
  var score: Score?
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
  /// The feed's time of the answer that contained the fact.
  var feedAt: Timestamp
  /// The members that only this league has.
  var members = LeagueMembers()

  /// The game, as the log and the routes name it.
  var gameID: GameID { GameID(league: league, gamePk: game.id) }
}

extension EventData: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case fact, revision, retracted, provisional, late, cause, league, game, score, players, importance, tags, reason
    case scheduledStart, summary, observedAt, feedAt
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    fact = try container.decode(Fact.self, forKey: .fact)
    revision = try container.decode(Int.self, forKey: .revision)
    retracted = try container.decode(Bool.self, forKey: .retracted)
    provisional = try container.decode(Bool.self, forKey: .provisional)
    late = try container.decode(Bool.self, forKey: .late)
    cause = try container.decodeIfPresent(Fact.self, forKey: .cause)
    league = try container.decode(LeagueID.self, forKey: .league)
    game = try container.decode(EventGame.self, forKey: .game)
    score = try container.decodeIfPresent(Score.self, forKey: .score)
    players = try container.decode([Participant].self, forKey: .players)
    importance = try container.decode(Int.self, forKey: .importance)
    tags = try container.decode([Tag].self, forKey: .tags)
    reason = try container.decodeIfPresent(String.self, forKey: .reason)
    scheduledStart = try container.decodeIfPresent(Timestamp.self, forKey: .scheduledStart)
    summary = try container.decode(String.self, forKey: .summary)
    observedAt = try container.decode(Timestamp.self, forKey: .observedAt)
    feedAt = try container.decode(Timestamp.self, forKey: .feedAt)
    members = try LeagueMembers(from: decoder, besides: CodingKeys.allCases)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fact, forKey: .fact)
    try container.encode(revision, forKey: .revision)
    try container.encode(retracted, forKey: .retracted)
    try container.encode(provisional, forKey: .provisional)
    try container.encode(late, forKey: .late)
    try container.encodeIfPresent(cause, forKey: .cause)
    try container.encode(league, forKey: .league)
    try container.encode(game, forKey: .game)
    try container.encodeIfPresent(score, forKey: .score)
    try container.encode(players, forKey: .players)
    try container.encode(importance, forKey: .importance)
    try container.encode(tags, forKey: .tags)
    try container.encodeIfPresent(reason, forKey: .reason)
    try container.encodeIfPresent(scheduledStart, forKey: .scheduledStart)
    try container.encode(summary, forKey: .summary)
    try container.encode(observedAt, forKey: .observedAt)
    try container.encode(feedAt, forKey: .feedAt)
    try members.encode(to: encoder)
  }
}

/// The game that an event belongs to.
struct EventGame: Equatable, Codable, Sendable {
  /// The number of the game in its league; MLB's `gamePk`.
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

/// A CloudEvents type: `livegame.play`. Finer distinctions are tags.
struct EventType: RawRepresentable, Hashable, Codable, Sendable {
  let rawValue: String

  static let status = EventType(rawValue: "livegame.status")
  static let lineup = EventType(rawValue: "livegame.lineup")
  static let play = EventType(rawValue: "livegame.play")
  static let action = EventType(rawValue: "livegame.action")
  static let watch = EventType(rawValue: "livegame.watch")
  static let source = EventType(rawValue: "livegame.source")

  /// The types of every league. A league may have further ones.
  static let shared = [status, lineup, play, action, watch, source]
}

extension [Event] {
  /// The events grouped by game, in the order of the games' first events.
  var byGame: [[Event]] {
    var (games, places): ([[Event]], [GameID: Int]) = ([], [:])
    for event in self {
      if let place = places[event.data.gameID] {
        games[place].append(event)
      } else {
        places[event.data.gameID] = games.count
        games.append([event])
      }
    }
    return games
  }

  /// The events sorted by the time they happened; stable for equal times. A play corrected late keeps its place.
  var inOrderOfPlay: [Event] {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
