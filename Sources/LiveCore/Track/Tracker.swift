/// Turns successive snapshots of one game into events. Pure: time comes in as a value, and the same snapshots give the
/// same events however often the state was written down and read back between them.
///
/// It derives every fact anew from the whole play log and compares them with the ledger of what has been told, so that
/// a poll that comes many plays late loses nothing and a repeated one tells nothing twice.
struct Tracker: Sendable {
  var game: GameID

  /// What one snapshot led to.
  struct Outcome: Equatable, Sendable {
    var state: TrackerState
    /// In the order in which they happened.
    var events: [Event]
    /// Why the snapshot was taken for no information; nil when it was accepted.
    var refusal: Refusal?
  }

  /// A snapshot that changes nothing.
  enum Refusal: String, Equatable, Sendable {
    case otherGame = "another game"
    case older = "older answer"
  }

  /// Takes what the previous snapshot led to, or the game's checkpoint, and the next snapshot with the time when it
  /// came in.
  func track(_ state: TrackerState, _ snapshot: GameSnapshot, observedAt: Timestamp) -> Outcome {
    if let refusal = refusal(of: snapshot, after: state) {
      return Outcome(state: state, events: [], refusal: refusal)
    }
    var next = state
    var drafts = PlayLogReader(game: game, snapshot: snapshot).facts()
    next.unsettled = Settling.hold(back: &drafts, after: state.unsettled, at: snapshot.timeStamp)
    let changes = next.ledger.take(drafts)
    let context = EventContext(snapshot: snapshot, previous: state.timeStamp, observedAt: observedAt)
    next.timeStamp = snapshot.timeStamp
    next.isOver = isOver(snapshot, ledger: next.ledger)
    next.baseline = .tellAll
    return Outcome(state: next, events: told(changes, state.baseline, context, snapshot), refusal: nil)
  }

  private func refusal(of snapshot: GameSnapshot, after state: TrackerState) -> Refusal? {
    if snapshot.gamePk != game.gamePk { return .otherGame }
    if let last = state.timeStamp, snapshot.timeStamp < last { return .older }
    return nil
  }

  private func told(
    _ changes: [Ledger.Change], _ baseline: Baseline, _ context: EventContext, _ snapshot: GameSnapshot
  ) -> [Event] {
    switch baseline {
    case .tellAll: changes.map { context.event(for: $0.draft, of: game, revision: $0.revision) }
    case .silent: []
    case .summary:
      [context.event(for: .catchUp(game: game, snapshot: snapshot), of: game, revision: 1)]
    }
  }

  /// A final that has been told, or a game that will not be played today.
  private func isOver(_ snapshot: GameSnapshot, ledger: Ledger) -> Bool {
    switch snapshot.status.phase {
    case .final: ledger.has(.status(.final, in: game))
    case .postponed, .cancelled: true
    default: false
    }
  }
}
