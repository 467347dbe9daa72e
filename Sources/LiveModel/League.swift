/// League-specific part of the source: requests, decoding and tracking. Code outside a league's folder, its decoder and
/// its tracker is independent of the rules of the game.
package protocol League: Sendable {
  associatedtype Snapshot: Sendable
  /// State of a tracked game, stored in the log as the game's checkpoint.
  associatedtype State: Codable & Sendable
  associatedtype Decoder: FeedDecoder where Decoder.Snapshot == Snapshot
  /// Outline of an answer, which short ones are compared with: a small value. `Never` for a league without short answers.
  associatedtype Outline: Sendable = Never

  var id: LeagueID { get }

  /// Waits after requests that the server refuses to this client, one after the other; the last one repeats. Empty for a
  /// server that allows one to ask again soon.
  var pausesAfterRefusals: [Duration] { get }

  /// Returns the request for the games of these days, both included.
  func scheduleRequest(from first: CivilDate, to last: CivilDate) -> HTTPRequest

  /// Decodes a schedule row by row. A game may have several rows. Throws if the answer has no list of rows, or if it
  /// has rows but none can be read.
  func games(in schedule: [UInt8]) throws -> ScheduleAnswer

  /// Returns the request for the scoreboard of a date.
  func scoreboardRequest(on date: CivilDate) -> HTTPRequest

  /// Returns the request for the scoreboard of a date at an instant, if it depends on that.
  func scoreboardRequest(on date: CivilDate, at now: Timestamp) -> HTTPRequest

  /// Returns how long the answer to that request stays fresh; nil for the usual time.
  func scoreboardLifetime(on date: CivilDate, at now: Timestamp) -> Duration?

  /// Decodes the scoreboard of a date, row by row. Throws like `games(in:)`.
  func scoreboard(in schedule: [UInt8], on date: CivilDate) throws -> DateScoreboard

  /// Returns the request for the details of a game; nil for a league that has none.
  func detailsRequest(of game: GameID) -> HTTPRequest?

  /// Decodes the details of a game. `revisions` are the logged events of the facts that have several, in log order; they
  /// say what was corrected. Throws if the answer is about no game, or if the league has no details. Pure.
  func details(in feed: [UInt8], of game: GameID, revisions: [Event]) throws -> GameDetails

  /// Returns the request for the standings of players; nil if this league's source cannot be asked.
  func playerStandingsRequest(of ids: [Int]) -> HTTPRequest?

  /// Decodes the standings of players, one by one. Throws if the answer has no list of players.
  func playerStandings(in body: [UInt8]) throws -> [PlayerStanding]

  /// Teams and players; nil if the source lists none.
  var teamsAndPlayers: (any TeamsAndPlayers)? { get }

  /// Returns the request for the feed of a game.
  func feedRequest(of game: GameID) -> HTTPRequest

  /// Returns the request for the next answer about a game, if it depends on the state.
  func feedRequest(of game: GameID, _ state: State) -> HTTPRequest

  /// Returns what a short answer is compared with after an accepted snapshot; nil if the next answer must be whole.
  /// `state` is that after the snapshot. Pure.
  func outline(of snapshot: Snapshot, _ state: State) -> Outline?

  /// Returns the request for a short answer, which has only the newest part of a game.
  func shortRequest(of game: GameID, after outline: Outline) -> HTTPRequest

  /// Returns a decoder for the body of a short answer, which also reads a whole one.
  func shortDecoder() -> Decoder

  /// Returns the meaning of an answer to the short request. Pure.
  func read(_ short: Snapshot, after outline: Outline) -> ShortAnswer<Snapshot>

  /// Whether the league has a push service that is turned on.
  var hasPush: Bool { get }

  /// Returns the push socket that announces news of a game; nil without a push service.
  func pushEndpoint(of game: GameID) -> PushEndpoint?

  /// Returns a reader for the messages of that socket; nil for a league without one.
  func pushReader(of game: GameID) -> (any PushReader)?

  /// Returns a decoder for one answer body.
  func decoder() -> Decoder

  /// Returns the state of a game before its first snapshot. `scheduledStart` is compared with the feed's start later,
  /// since the start may move long before the feed is polled.
  func beginning(_ baseline: Baseline, scheduledStart: Timestamp?) -> State

  /// Returns the state of a game whose checkpoint is lost. `events` are the newest revisions of all facts in the log,
  /// in log order. The state repeats none of these facts, and the next snapshot adds the missing ones. Pure.
  func rebuilding(_ game: GameID, from events: [Event]) -> State

  /// Returns the state of an earlier run, adapted to this run's clock. Pure.
  func resumed(_ state: State, monotonic: Timestamp) -> State

  /// Returns what a snapshot adds to the state. `observedAt` is by the wall clock, for display and calendar
  /// comparisons; `monotonic` is by the run's clock (`RunClock`), for intervals. Pure.
  func track(
    _ state: State, _ snapshot: Snapshot, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<State>

  /// Returns what the game's row of the schedule adds to the state; nil if the league's feed says everything. It is
  /// called before each request. Pure.
  func track(
    _ state: State, listed row: ScheduledGame, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<State>?

  /// Returns the state after an answer that the requested feed does not exist, if that is normal before the game; nil if
  /// it is a failure. Pure.
  func missed(_ state: State, of game: GameID) -> State?

  /// Returns the question whose answer predicts the game; nil for a game that cannot be predicted now, that has a
  /// prediction which no answer would change, or whose league predicts nothing. Pure.
  func question(for snapshot: Snapshot, _ state: State, of game: GameID) -> PredictionQuestion?

  /// Returns what a prediction adds to the state. It is ignored if it is not about the snapshot, which must be the last
  /// accepted one. Pure.
  func predict(
    _ prediction: LeagueMembers, _ state: State, _ snapshot: Snapshot, of game: GameID, observedAt: Timestamp
  ) -> Tracked<State>

  /// Returns the change after a report that the game's feed is in trouble, or with nil that it is well again. Pure.
  func report(
    _ trouble: SourceTrouble?, reason: String?, _ state: State, of game: GameID, observedAt: Timestamp,
    monotonic: Timestamp
  ) -> Tracked<State>

  /// Returns the current trouble of the feed, as logged last.
  func trouble(of state: State) -> SourceTrouble?

  /// Returns whether the game has begun, by the logged events.
  func hasBegun(_ state: State) -> Bool

  /// Returns the revision of the last accepted answer; nil before the first.
  func revision(of state: State) -> Timestamp?

  /// Returns the summary of a snapshot, without the parts that come from the log and the schedule. Pure.
  func summary(of snapshot: Snapshot, observedAt: Timestamp) -> GameSummary

  /// Returns the summary of a snapshot with what only the state knows. The state is that after the snapshot. Pure.
  func summary(of snapshot: Snapshot, _ state: State, observedAt: Timestamp) -> GameSummary

  /// Returns the values that determine the next poll. The state is that after the snapshot. Pure.
  func pulse(of snapshot: Snapshot, _ state: State) -> PollHints
}

extension League {
  package var pausesAfterRefusals: [Duration] { [] }

  package var teamsAndPlayers: (any TeamsAndPlayers)? { nil }

  package func scoreboardRequest(on date: CivilDate, at now: Timestamp) -> HTTPRequest { scoreboardRequest(on: date) }

  package func scoreboardLifetime(on date: CivilDate, at now: Timestamp) -> Duration? { nil }

  package func feedRequest(of game: GameID, _ state: State) -> HTTPRequest { feedRequest(of: game) }

  package func track(
    _ state: State, listed row: ScheduledGame, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<State>? { nil }

  package func missed(_ state: State, of game: GameID) -> State? { nil }

  package func shortDecoder() -> Decoder { decoder() }

  package var hasPush: Bool { false }

  package func pushEndpoint(of game: GameID) -> PushEndpoint? { nil }

  package func pushReader(of game: GameID) -> (any PushReader)? { nil }

  package func summary(of snapshot: Snapshot, _ state: State, observedAt: Timestamp) -> GameSummary {
    summary(of: snapshot, observedAt: observedAt)
  }

  package func question(for snapshot: Snapshot, _ state: State, of game: GameID) -> PredictionQuestion? { nil }

  package func predict(
    _ prediction: LeagueMembers, _ state: State, _ snapshot: Snapshot, of game: GameID, observedAt: Timestamp
  ) -> Tracked<State> {
    Tracked(state: state, events: [], isOver: false)
  }
}

extension League where Outline == Never {
  package func outline(of snapshot: Snapshot, _ state: State) -> Never? { nil }

  package func shortRequest(of game: GameID, after outline: Never) -> HTTPRequest {}

  package func read(_ short: Snapshot, after outline: Never) -> ShortAnswer<Snapshot> {}
}

/// Result of tracking one snapshot.
package struct Tracked<State: Sendable>: Sendable {
  package var state: State
  /// Retractions, logged before the events.
  package var retractions: [Retraction] = []
  package var events: [Event]
  /// Reason for refusing the snapshot; nil if it was accepted.
  package var refusal: String?
  /// Faults for the operator, each reported once.
  package var faults: [Fault] = []
  /// Requested values of the feed that were unusable.
  package var ignored = IgnoredValues()
  /// Memory used by the state, in bytes.
  package var bytes = 0
  /// Doubt about the game, as text for the operator.
  package var trouble: String?
  /// True if no more polls are needed.
  package var isOver: Bool
  /// True if the game ended for good. A suspended or postponed game may resume, even after months.
  package var isFinal = false

  package init(
    state: State, retractions: [Retraction] = [], events: [Event], refusal: String? = nil, faults: [Fault] = [],
    ignored: IgnoredValues = IgnoredValues(), bytes: Int = 0, trouble: String? = nil, isOver: Bool,
    isFinal: Bool = false
  ) {
    self.state = state
    self.retractions = retractions
    self.events = events
    self.refusal = refusal
    self.faults = faults
    self.ignored = ignored
    self.bytes = bytes
    self.trouble = trouble
    self.isOver = isOver
    self.isFinal = isFinal
  }
}

/// The treatment of a game that has already begun when it is first seen.
package enum Baseline: String, Codable, Sendable {
  /// Log every fact: the game was known before its first pitch, or the operator chose this.
  case tellAll
  /// Log nothing that has already happened.
  case silent
  /// Log one `livegame.status` tagged `catch_up`.
  case summary
}

/// The reason why a feed gives no news.
package enum SourceTrouble: String, Codable, Sendable {
  /// Requests fail: refused connections, 5xx, broken bodies.
  case degraded
  /// The server denies access: 401, 403 or an HTML page.
  case blocked
  /// Valid answers that do not change while the game is live, or that are older than the last accepted one.
  case stale

  package var tag: Tag {
    switch self {
    case .degraded: .degraded
    case .blocked: .blocked
    case .stale: .stale
    }
  }
}
