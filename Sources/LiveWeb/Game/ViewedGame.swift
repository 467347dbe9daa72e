internal import LiveCore
internal import LiveMLB
internal import LiveModel
internal import LiveNBA

/// A fact with the revisions that a viewer may see.
struct GameFact: Sendable {
  /// The oldest first; never empty.
  private(set) var revisions: [GameEvent]

  init(_ first: GameEvent) { revisions = [first] }

  mutating func add(_ revision: GameEvent) { revisions.append(revision) }

  var first: GameEvent { revisions[0] }
  var newest: GameEvent { revisions[revisions.count - 1] }
  var fact: Fact { first.data.fact }

  /// The id of its element: `f-8-top-pa-677587-1`.
  static func elementID(of fact: Fact) -> String {
    // The first two parts are the game, which is that of the page.
    let name = fact.rawValue.split(separator: "/").dropFirst(2).joined(separator: "-")
    return "f-" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }

  var elementID: String { Self.elementID(of: fact) }
}

/// The preferences of a viewer, and the moment of the request.
struct GameViewer: Sendable {
  var preferences: Preferences
  var now: Timestamp
  var zone: LocalZone

  func moment(_ instant: Timestamp) -> PageMoment { PageMoment(instant, beside: now, in: zone) }
}

/// A game as one viewer may see it at one moment. Everything on the page follows from this value.
struct ViewedGame: Sendable {
  let game: GameID
  let viewer: GameViewer
  /// In the order of their first revisions.
  let facts: [GameFact]
  /// Nothing of the log up to this sequence is missing.
  let cursor: Int
  let nextChange: Duration?
  /// The present situation; nil for a game that is not followed, and while facts are held back.
  let summary: GameSummary?
  /// Nil if they are not known, and while facts are held back.
  let details: GameDetails?
  /// Baseball's members of the details.
  let own: BaseballDetails?
  /// Baseball's members of the situation.
  let situation: BaseballSituation?
  /// Basketball's members of the situation.
  private let ownBasketball: BasketballSituation?
  /// The details for what reveals nothing of the play: place, weather, start, probable pitchers.
  let background: GameDetails?
  /// Baseball's members of the background.
  let setting: BaseballDetails?
  /// The scheduled start; nil while it is to be determined.
  let start: Timestamp?
  /// The clubs, as far as they are known.
  let clubs: Sides<GameSummary.Club>
  /// Whether the daemon follows the game, or has followed it, or its league says all about it.
  let isFollowed: Bool
  /// Whether the game is in progress and the viewer's television is behind the feed.
  let isHeldBack: Bool
  let notes: AnswerNotes?
  /// The reason why there are no details; nil if there are some.
  let missing: String?
  /// The number of late facts by the time at which they were seen.
  private let lateFacts: [Timestamp: Int]

  /// The answers of the sources about a game.
  struct Knowledge: Sendable {
    var history: GameHistories.History
    var summary: GameSummary?
    var details: Result<ConfirmedAnswer<GameDetails>, Fault>
  }

  init(_ game: GameID, _ knowledge: Knowledge, for viewer: GameViewer) {
    (self.game, self.viewer) = (game, viewer)
    let history = knowledge.history
    // A game that began anew on another date has its own facts.
    let date = history.logged.last?.event.data.fact.date
    let logged = history.logged.filter { $0.event.data.fact.date == date }
    let delayed = DelayedFacts(
      logged, newest: history.newest, delay: .seconds(viewer.preferences.delay), at: viewer.now)
    (cursor, nextChange) = (delayed.cursor, delayed.nextChange)
    facts = Self.facts(delayed.events, history.own, isWhole: delayed.events.count == logged.count)
    lateFacts = facts.filter(\.first.data.late).reduce(into: [:]) { $0[$1.first.data.observedAt, default: 0] += 1 }

    let answer = try? knowledge.details.get()
    let newest = facts.map(\.newest).max { $0.sequence < $1.sequence }
    let phase = knowledge.summary?.game.status ?? answer?.value.game.summary.game.status ?? newest?.data.game.status
    let hasEnded = facts.contains { $0.newest.data.tags.contains(.final) && !$0.newest.data.retracted }
    let isKnownToLog = !logged.isEmpty
    isFollowed = game.league != .nba || isKnownToLog || knowledge.summary != nil
    let mayHaveBegun = phase.map { [.live, .delayed, .suspended, .final].contains($0) } ?? false
    isHeldBack = viewer.preferences.delay > 0 && mayHaveBegun && (isKnownToLog ? !hasEnded : phase != .final)

    let club = knowledge.summary?.game ?? answer?.value.game.summary.game
    clubs = Sides(
      away: club?.away ?? newest.map { GameSummary.Club($0.data.game.away) } ?? GameSummary.Club(),
      home: club?.home ?? newest.map { GameSummary.Club($0.data.game.home) } ?? GameSummary.Club())
    summary = isHeldBack ? nil : knowledge.summary ?? answer?.value.game.summary
    details = isHeldBack ? nil : answer?.value
    background = answer?.value
    setting = background?.members.decoded(as: BaseballDetails.self)
    own = isHeldBack ? nil : setting
    situation = summary?.baseball
    ownBasketball = game.league == .nba ? summary?.basketball : nil
    start = knowledge.summary?.start ?? background?.game.summary.start ?? newest?.data.scheduledStart
    (notes, missing) = Self.gaps(knowledge.details, of: game.league, viewer)
  }

  private static func facts(
    _ events: [SequencedEvent], _ own: [Int: OwnMembers], isWhole: Bool
  ) -> [GameFact] {
    var (facts, places) = ([GameFact](), [Fact: Int]())
    for entry in events {
      // A delayed event may have the content of a later revision.
      let event = GameEvent(entry, isWhole ? own[entry.sequence] : nil)
      if let place = places[event.data.fact] {
        facts[place].add(event)
      } else {
        places[event.data.fact] = facts.count
        facts.append(GameFact(event))
      }
    }
    return facts
  }

  private static func gaps(
    _ details: Result<ConfirmedAnswer<GameDetails>, Fault>, of league: LeagueID, _ viewer: GameViewer
  ) -> (AnswerNotes?, String?) {
    switch details {
    case .success(let answer): (AnswerNotes(answer, at: viewer.now, in: viewer.zone), nil)
    // Basketball's details are only the row of the scoreboard.
    case .failure where league == .nba: (nil, nil)
    case .failure(let fault):
      (nil, "Line-ups, pitchers and team stats are missing: \(fault.message)".asSentence)
    }
  }
}

/// The state of the game.
extension ViewedGame {
  /// The newest visible event.
  var newest: GameEvent? { facts.map(\.newest).max { $0.sequence < $1.sequence } }

  var isBasketball: Bool { game.league == .nba }

  /// The newest visible event of play, which has a score and an inning or a period.
  var lastPlay: GameEvent? {
    facts.map(\.newest).filter { !$0.data.retracted && $0.hasPlace && $0.data.score != nil }
      .max { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
  }

  var phase: GameStatus.Phase {
    summary?.game.status ?? newest?.data.game.status ?? .scheduled
  }

  /// Nil before the game has begun, and for a viewer who wants to see no scores.
  var score: Score? {
    if viewer.preferences.hidesScores { return nil }
    return summary?.score ?? final?.data.score ?? lastPlay?.data.score
  }

  /// The event of the end of the game.
  var final: GameEvent? { facts.last { $0.newest.data.tags.contains(.final) && !$0.newest.data.retracted }?.newest }

  /// The half-inning of the present situation, or of the last play.
  var inning: HalfInning? { situation?.inning ?? lastPlay?.own.inning }

  /// The period of the present situation, or that of the last play; nil in another league, and before the game.
  var basketball: BasketballSituation? {
    if let ownBasketball, ownBasketball.period != nil { return ownBasketball }
    guard let last = lastPlay, let period = last.basketball.period else { return nil }
    return BasketballSituation(period: period, isBreak: last.isEndOfPeriod ? true : nil)
  }

  /// Whether extra innings or an overtime are being played, or were.
  var isBeyondRegulation: Bool {
    isBasketball ? (basketball?.period?.number ?? 1) > 4 : (inning?.number ?? 1) > 9
  }

  /// Whether no batter is at the plate: between half-innings, and while no play is going on.
  var isBetweenPlays: Bool { phase != .live || situation?.isBetweenHalves ?? false }

  /// Whether at most two other late facts were seen at the same time. Otherwise the daemon has found the game under way.
  func isSeenAlone(_ fact: GameFact) -> Bool { lateFacts[fact.first.data.observedAt, default: 0] <= 3 }

  func name(_ side: Side) -> String { ClubName.short(of: clubs[side]) }

  func abbreviation(_ side: Side) -> String { clubs[side].abbreviation ?? name(side) }

  func bar(_ side: Side) -> String { TeamBar.name(of: clubs[side].abbreviation, in: game.league) }
}

extension GameEvent {
  /// Whether the event has an inning or a period.
  fileprivate var hasPlace: Bool { own.inning != nil || basketball.period != nil }
}
