extension Meters {
  /// Why an event was removed from the log.
  enum Removal: String, CaseIterable { case age, size }

  func expectLog() {
    for reason in Removal.allCases { removed(0, because: reason) }
    count(.checkpointsRebuilt, [], by: 0)
  }

  func removed(_ events: Int, because reason: Removal) {
    count(.logRemoved, [.init(.reason, reason.rawValue)], by: events)
  }

  /// A game's checkpoint could not be read.
  func rebuiltCheckpoint() { count(.checkpointsRebuilt, []) }
}
