internal import LiveModel

/// The state of a game between two answers. The log stores it as the game's checkpoint.
///
/// Bound: `bytes` stays within the tracker's limit. Beyond it no new action is logged; the game's end still is.
package struct NBAState: Equatable, Codable, Sendable {
  /// `meta.time` of the last accepted play-by-play; nil before the first.
  var timeStamp: Timestamp?
  /// `meta.time` of the last accepted box score.
  var boxTime: Timestamp?
  /// Whether the last accepted play-by-play was no newer than the one before.
  var isStill = false
  /// How to treat the facts of the first play-by-play.
  var baseline: Baseline
  var ledger = Ledger()
  var holds = HeldActions()
  var absence = MissingFacts()
  var status: NBAStatusMemory
  /// The current run of rejected answers.
  var refusals: RejectedSnapshots?
  var correction: Correction?
  var source = SourceMemory()
  /// When the game's end was first seen, by the run's clock.
  var finalAt: Timestamp?
  /// When the end was first seen with a score that the actions do not add up to, by the run's clock.
  var doubtSince: Timestamp?
  /// When the last answer arrived, by the run's clock.
  var monotonic: Timestamp?
  /// The feed's time until which every fact counts as logged. Set only in a state that was rebuilt for a game whose
  /// start is not in the log.
  var knownUntil: Timestamp?
  var info: NBAGameInfo?
  /// Full names by player, from the box score.
  var names: [Int: String] = [:]
  /// The number in the fact of an action whose number has changed.
  var aliases: [Int: Int] = [:]
  /// The file to request next.
  var document = Document.boxScore
  /// Whether an action did not fit in the ledger. No new action is logged then.
  var isFull: Bool?
  /// Whether the game needs no further poll.
  var isOver = false

  enum Document: String, Codable, Sendable {
    case boxScore, playByPlay

    var other: Document { self == .boxScore ? .playByPlay : .boxScore }
  }

  init(baseline: Baseline, scheduledStart: Timestamp? = nil) {
    self.baseline = baseline
    status = NBAStatusMemory(scheduledStart: scheduledStart)
  }
}

/// The memory bound of a game's state.
extension NBAState {
  /// The default limit. A game of four overtimes with its corrections fits.
  package static let mostBytes = 64 << 10
  static let mostNames = 80
  static let mostAliases = 64

  /// The bytes of memory that the state takes, including everything it refers to.
  var bytes: Int { MemoryLayout<NBAState>.size + ledger.bytes + others }

  private var others: Int {
    var texts = [correction?.fact.rawValue, info?.date].compactMap(\.self) + names.values
    if let game = source.game {
      texts += [game.date, game.type, game.away.abbreviation, game.away.name, game.home.abbreviation, game.home.name]
    }
    let tables = names.capacity * 25 + aliases.capacity * 17 + holds.bytes
    return texts.reduce(tables) { $0 + $1.heapBytes } + absence.bytes + status.bytes
  }

  /// Returns the memory that the ledger may take so that the whole state stays within `limit`.
  func room(within limit: Int) -> LedgerRoom {
    let free =
      limit - MemoryLayout<NBAState>.size - others + absence.bytes - MissingFacts.mostBytes + holds.bytes
      - HeldActions.mostBytes
    return LedgerRoom(bytes: max(0, free), isFull: isFull == true)
  }

  /// The trouble as the operator sees it; nil when there is none.
  var trouble: String? {
    isFull == true ? "the game has more facts than fit in its memory: new actions are no longer logged" : nil
  }

  /// Returns the fault that is reported once, when the first action does not fit.
  static func fullFault(limit: Int) -> Fault {
    Fault(
      .gameTooLarge,
      "the game has more facts than fit in \(limit) bytes; new plays are no longer logged, its end is",
      hint: "if the game is a real one, raise 'poll.game_memory'")
  }

  /// Takes the names of a box score.
  mutating func takeNames(_ box: NBABoxScore) {
    for player in box.teams.away.players + box.teams.home.players where !player.name.isEmpty {
      guard names.count < Self.mostNames || names[player.id] != nil else { continue }
      names[player.id] = player.name
    }
  }

  /// Carries the spans of an earlier run over to this one. Must be called once, with a state that was read from the
  /// log.
  mutating func resume(at now: Timestamp) {
    let last = monotonic
    holds.resume(after: last, at: now)
    absence.resume(after: last, at: now)
    refusals?.resume(after: last, at: now)
    finalAt = finalAt.map { RunSpan.resumed($0, after: last, at: now) }
    doubtSince = doubtSince.map { RunSpan.resumed($0, after: last, at: now) }
    monotonic = now
  }
}

/// Actions that are not logged yet because the feed may still correct them.
struct HeldActions: Equatable, Codable, Sendable {
  private struct Hold: Equatable, Codable, Sendable {
    var digest: UInt64
    var feedSince: Timestamp
    var observedSince: Timestamp
  }

  private var held: [Int: Hold] = [:]

  /// How long an action must stay unchanged, by either clock.
  static let span: Duration = .seconds(5)
  /// The age from which an action is logged at once.
  static let age: Duration = .seconds(60)
  /// The most actions held at one time; others are logged at once.
  static let most = 32
  static let mostBytes = 4 << 10

  var isEmpty: Bool { held.isEmpty }

  var bytes: Int { held.capacity * (MemoryLayout<Int>.stride + MemoryLayout<Hold>.stride + 1) }

  mutating func resume(after last: Timestamp?, at now: Timestamp) {
    held = held.mapValues { hold in
      var hold = hold
      hold.observedSince = RunSpan.resumed(hold.observedSince, after: last, at: now)
      return hold
    }
  }

  /// Removes the drafts that may still change. `isLogged` says whether a fact stands in the ledger.
  mutating func hold(
    back drafts: inout [BasketballDraft], feed: Timestamp, observed: Timestamp, isLogged: (Fact) -> Bool
  ) {
    var next: [Int: Hold] = [:]
    drafts.removeAll { draft in
      guard draft.maySettle, let number = draft.fact.actionNumber, !isLogged(draft.fact), next.count < Self.most,
        draft.time.map({ feed - $0 < Self.age }) ?? true
      else { return false }
      let digest = draft.digests.own
      var hold = Hold(digest: digest, feedSince: feed, observedSince: observed)
      if let known = held[number], known.digest == digest { hold = known }
      guard max(feed - hold.feedSince, observed - hold.observedSince) < Self.span else { return false }
      next[number] = hold
      return true
    }
    held = next
  }
}
