/// What is particular to a league: where its feed is, how it reads, and what happened in it. Nothing outside a league's
/// folder, its decoder and its tracker knows what an out is.
protocol League: Sendable {
  associatedtype Snapshot: Sendable
  /// What is remembered of a game; the log keeps it as the game's checkpoint.
  associatedtype State: Codable & Sendable
  associatedtype Decoder: FeedDecoder where Decoder.Snapshot == Snapshot

  var id: LeagueID { get }

  /// Asks for the games of some days, both included.
  func scheduleRequest(from first: CivilDate, to last: CivilDate) -> HTTPRequest

  /// Reads the answer row by row; a game may stand in it more than once. Throws only when there are no rows to be found
  /// in it at all.
  func games(in schedule: [UInt8]) throws -> ScheduleAnswer

  func feedRequest(of game: GameID) -> HTTPRequest

  /// A decoder for one body.
  func decoder() -> Decoder

  /// The state of a game before its first snapshot. A start that the schedule has given is compared with the feed's: it
  /// may be moved long before anybody asks for the feed.
  func beginning(_ baseline: Baseline, scheduledStart: Timestamp?) -> State

  /// Pure: the state of a game whose checkpoint is lost, after these events: the newest revision of each fact that the
  /// log keeps, in the order of the log. Nothing of them is told again, and nothing that is missing among them is lost.
  func rebuilding(_ game: GameID, from events: [Event]) -> State

  /// Pure: the state of an earlier run, as this run takes it up at an instant of its clock.
  func resumed(_ state: State, monotonic: Timestamp) -> State

  /// Pure: what a snapshot adds to what was known. `observedAt` is the wall clock's time, for people and the calendar;
  /// `monotonic` is the run's (`RunClock`), for spans of time.
  func track(
    _ state: State, _ snapshot: Snapshot, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<State>

  /// Pure: tells that the game's feed is in trouble, or with nil that it is well again.
  func report(
    _ trouble: SourceTrouble?, reason: String?, _ state: State, of game: GameID, observedAt: Timestamp,
    monotonic: Timestamp
  ) -> Tracked<State>

  /// The trouble that was told last and is not over.
  func trouble(of state: State) -> SourceTrouble?

  /// The game has begun, as far as was told of it.
  func hasBegun(_ state: State) -> Bool

  /// Of the last accepted answer; nil before the first.
  func revision(of state: State) -> Timestamp?

  /// Pure: how the game stands by a snapshot, without what only the log and the schedule know.
  func summary(of snapshot: Snapshot, observedAt: Timestamp) -> GameSummary

  /// Pure: what the next poll depends on. The state is that after the snapshot.
  func pulse(of snapshot: Snapshot, _ state: State) -> PollHints
}

/// What one snapshot led to.
struct Tracked<State: Sendable>: Sendable {
  var state: State
  /// Told before the events.
  var retractions: [Retraction] = []
  var events: [Event]
  /// Why the snapshot was taken for no information; nil when it was accepted.
  var refusal: String?
  /// What the operator should know, each told once.
  var faults: [Fault] = []
  /// What was asked for and could not be used.
  var ignored = IgnoredValues()
  /// Bytes of memory that the state takes.
  var bytes = 0
  /// What is in doubt about the game, as the operator reads it.
  var trouble: String?
  /// No more polls are needed.
  var isOver: Bool
  /// It has ended and is not played again; one that was suspended or postponed may be, even after months.
  var isFinal = false
}
