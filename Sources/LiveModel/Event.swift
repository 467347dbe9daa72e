/// One revision of a fact, before the log assigns it a sequence number.
package struct Event: Equatable, Sendable {
  package var type: EventType
  /// Time of the play or change according to the feed.
  package var time: Timestamp
  package var data: EventData

  package init(type: EventType, time: Timestamp, data: EventData) {
    (self.type, self.time, self.data) = (type, time, data)
  }

  /// `mlb/747175/5-top/pa/665489/1@1`: stable across retries and restarts.
  package var id: String { "\(data.fact)@\(data.revision)" }

  /// Returns whether both say the same about a fact, whatever their revisions, and whenever they were observed.
  package func says(theSameAs other: Event) -> Bool {
    var (own, other) = (data, other.data)
    guard own.retracted == other.retracted else { return false }
    (own.revision, own.change, own.late, own.game) = (other.revision, other.change, other.late, other.game)
    (own.observedAt, own.feedAt, own.cause) = (other.observedAt, other.feedAt, other.cause)
    return own == other
  }

  /// Abbreviations of both clubs, visitors first: `TOR@AZ`.
  package var subject: String { "\(data.game.away.abbreviation)@\(data.game.home.abbreviation)" }
}

/// The `data` member of the wire format. Every property is one member of the JSON object (see `docs/events.md`), except
/// that `members` stands for several.
package struct EventData: Equatable, Sendable {
  package var fact: Fact
  /// Counts from 1.
  package var revision: Int
  /// The difference from the revision before.
  package var change: EventChange
  package var provisional = false
  /// True if the fact happened while the game was not being polled.
  package var late = false
  /// The abbreviation of the club whose event it is; nil if it is nobody's.
  package var team: String?
  /// The corrected fact from which this revision follows; nil for an original or a direct correction.
  package var cause: Fact?
  package var league: LeagueID
  package var game: EventGame
  package var score: Score?
  /// The chances around the event; nil where none are computed.
  package var odds: EventOdds?
  package var players: [Participant] = []
  /// From 0 (a time-out) to 4 (a home run, a final).
  package var importance: Int
  package var tags: [Tag]
  /// Reason for a delay, suspension, postponement or cancellation, in the feed's words: `Rain`.
  package var reason: String?
  /// New start time; present only if the event is about it.
  package var scheduledStart: Timestamp?
  /// One sentence for human readers.
  package var summary: String
  /// Time at which this daemon received the answer.
  package var observedAt: Timestamp
  /// The feed's time of the answer that contained the fact.
  package var feedAt: Timestamp
  /// The members that only this league has.
  package var members = LeagueMembers()

  package init(
    fact: Fact, revision: Int, change: EventChange, provisional: Bool = false, late: Bool = false,
    cause: Fact? = nil, team: String? = nil, league: LeagueID, game: EventGame, score: Score? = nil,
    odds: EventOdds? = nil, players: [Participant] = [],
    importance: Int, tags: [Tag], reason: String? = nil, scheduledStart: Timestamp? = nil, summary: String,
    observedAt: Timestamp, feedAt: Timestamp, members: LeagueMembers = LeagueMembers()
  ) {
    self.fact = fact
    self.revision = revision
    self.change = change
    self.provisional = provisional
    self.late = late
    self.cause = cause
    self.team = team
    self.league = league
    self.game = game
    self.score = score
    self.odds = odds
    self.players = players
    self.importance = importance
    self.tags = tags
    self.reason = reason
    self.scheduledStart = scheduledStart
    self.summary = summary
    self.observedAt = observedAt
    self.feedAt = feedAt
    self.members = members
  }

  /// Whether the fact is gone from the feed.
  package var retracted: Bool { change == .retracted }

  /// The game, without the date of one that started over.
  package var gameID: GameID { GameID(league: league, gamePk: game.id) }
}

extension EventData: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case fact, revision, change, retracted, provisional, late, cause, team, league, game, score, players, importance
    case winExpectancy, leverage, tags, reason, scheduledStart, summary, observedAt, feedAt
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    fact = try container.decode(Fact.self, forKey: .fact)
    revision = try container.decode(Int.self, forKey: .revision)
    provisional = try container.decode(Bool.self, forKey: .provisional)
    late = try container.decode(Bool.self, forKey: .late)
    cause = try container.decodeIfPresent(Fact.self, forKey: .cause)
    team = try container.decodeIfPresent(String.self, forKey: .team)
    league = try container.decode(LeagueID.self, forKey: .league)
    game = try container.decode(EventGame.self, forKey: .game)
    score = try container.decodeIfPresent(Score.self, forKey: .score)
    odds = try container.decodeIfPresent(EventOdds.Expectancy.self, forKey: .winExpectancy).map {
      EventOdds(
        before: $0.before, after: $0.after, leverage: try container.decodeIfPresent(Double.self, forKey: .leverage) ?? 0
      )
    }
    players = try container.decode([Participant].self, forKey: .players)
    importance = try container.decode(Int.self, forKey: .importance)
    tags = try container.decode([Tag].self, forKey: .tags)
    reason = try container.decodeIfPresent(String.self, forKey: .reason)
    scheduledStart = try container.decodeIfPresent(Timestamp.self, forKey: .scheduledStart)
    summary = try container.decode(String.self, forKey: .summary)
    observedAt = try container.decode(Timestamp.self, forKey: .observedAt)
    feedAt = try container.decode(Timestamp.self, forKey: .feedAt)
    let isRetracted = try container.decode(Bool.self, forKey: .retracted)
    change =
      (try? container.decodeIfPresent(EventChange.self, forKey: .change))
      ?? .derived(revision: revision, isRetracted: isRetracted, cause: cause, tags: tags, summary: summary)
    members = try LeagueMembers(from: decoder, besides: CodingKeys.allCases)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fact, forKey: .fact)
    try container.encode(revision, forKey: .revision)
    try container.encode(change, forKey: .change)
    try container.encode(retracted, forKey: .retracted)
    try container.encode(provisional, forKey: .provisional)
    try container.encode(late, forKey: .late)
    try container.encodeIfPresent(cause, forKey: .cause)
    try container.encodeIfPresent(team, forKey: .team)
    try container.encode(league, forKey: .league)
    try container.encode(game, forKey: .game)
    try container.encodeIfPresent(score, forKey: .score)
    try container.encodeIfPresent(odds?.expectancy, forKey: .winExpectancy)
    try container.encodeIfPresent(odds?.leverage, forKey: .leverage)
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
package struct EventGame: Equatable, Codable, Sendable {
  /// The number of the game in its league; MLB's `gamePk`.
  package var id: Int
  /// The official date, `2024-07-12`.
  package var date: String
  /// 1, or 2 for the second game of a doubleheader.
  package var number: Int
  package var type: String
  package var status: GameStatus.Phase
  package var away: Team
  package var home: Team

  package init(id: Int, date: String, number: Int, type: String, status: GameStatus.Phase, away: Team, home: Team) {
    self.id = id
    self.date = date
    self.number = number
    self.type = type
    self.status = status
    self.away = away
    self.home = home
  }

  package func team(_ side: Side) -> Team { side == .away ? away : home }
}

/// A CloudEvents type: `livegame.play`. Finer distinctions are tags.
package struct EventType: RawRepresentable, Hashable, Codable, Sendable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let status = EventType(rawValue: "livegame.status")
  package static let lineup = EventType(rawValue: "livegame.lineup")
  package static let play = EventType(rawValue: "livegame.play")
  package static let action = EventType(rawValue: "livegame.action")
  package static let watch = EventType(rawValue: "livegame.watch")
  package static let source = EventType(rawValue: "livegame.source")

  package static let prediction = EventType(rawValue: "livegame.prediction")

  /// The types of every league. A league may have further ones.
  package static let shared = [status, lineup, play, action, watch, source, prediction]
}

extension [Event] {
  /// The events grouped by game, in the order of the games' first events.
  package var byGame: [[Event]] {
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
  package var inOrderOfPlay: [Event] {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
