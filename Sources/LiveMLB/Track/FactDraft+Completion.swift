internal import LiveModel

/// A final, or the outcome of a prediction, that an earlier revision reported with less content.
extension FactDraft {
  /// The digests of all drafts that this one completes: a final without the save or any pitcher of record, or in doubt;
  /// an outcome without the winner.
  var completedDigests: [FactDigests] {
    if prediction?.winner != nil { return [with { $0.prediction?.winner = nil }.digests] }
    guard tags.contains(.final) else { return [] }
    var drafts = [self]
    if decisions != nil {
      drafts += drafts.map { $0.with { $0.decisions?.save = nil } } + drafts.map { $0.with { $0.decisions = nil } }
    }
    if !tags.contains(.unconfirmed) { drafts += drafts.map { $0.with { $0.tags = $0.tags.unconfirmed } } }
    return drafts.dropFirst().map(\.digests)
  }

  private func with(_ change: (inout FactDraft) -> Void) -> FactDraft {
    var draft = self
    change(&draft)
    return draft
  }
}

extension [Tag] {
  /// The tags of a final that the play log does not confirm: without those that only the play log can prove.
  var unconfirmed: [Tag] { filter { $0 != .noHitter && $0 != .perfectGame } + [.unconfirmed] }
}

extension GameSnapshot {
  /// Returns the snapshot with the pitchers of record that are known, if it is final and lacks them: a feed may lose
  /// them for a moment. Only a final has any.
  func withDecisions(of state: TrackerState) -> GameSnapshot {
    var snapshot = self
    snapshot.decisions = status.phase == .final ? decisions ?? state.decisions : nil
    return snapshot
  }
}
