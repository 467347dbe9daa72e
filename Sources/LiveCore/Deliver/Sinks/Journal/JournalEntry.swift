/// One event as an entry of the journal; `docs/operations.md` explains each field.
struct JournalEntry: Sendable {
  /// In the order in which they are written; a name comes once for each of its values. What the event does not have is
  /// left out.
  private(set) var fields: [(field: String, value: String)] = []

  /// The entry of the event that has this sequence in the log of this name.
  init(_ event: Event, sequence: Int, logID: String) {
    let data = event.data
    fields = [
      (JournalField.message, data.summary),
      (JournalField.messageID, MessageID.of(event.type)),
      (JournalField.priority, Self.priority(ofImportance: data.importance)),
      (JournalField.identifier, JournalField.program),
      (JournalField.id, event.id),
      (JournalField.sequence, String(sequence)),
      (JournalField.log, logID),
      (JournalField.type, event.type.rawValue),
      (JournalField.fact, data.fact.rawValue),
      (JournalField.revision, String(data.revision)),
      (JournalField.league, data.league.rawValue),
      (JournalField.gamePk, String(data.game.id)),
    ]
    if data.retracted { fields.append((JournalField.retracted, "1")) }
    append(JournalField.tags, data.tags.map(\.rawValue))
    append(JournalField.team, [data.game.away.abbreviation, data.game.home.abbreviation])
    append(JournalField.inning, [data.inning?.description].compactMap { $0 })
    append(JournalField.score, [data.score.map { "\($0.away)-\($0.home)" }].compactMap { $0 })
    append(JournalField.playerID, data.players.map { String($0.id) })
  }

  /// One field for each different value: the batter of a home run is also its scorer.
  private mutating func append(_ field: String, _ values: [String]) {
    var seen: Set<String> = []
    for value in values where !value.isEmpty && seen.insert(value).inserted { fields.append((field, value)) }
  }

  /// syslog's levels: what a follower wants to hear is a notice, the routine of a game is for debugging. A warning is
  /// for what asks somebody to act, and no play does.
  private static func priority(ofImportance importance: Int) -> String {
    switch importance {
    case 3...: "5"
    case 2: "6"
    default: "7"
    }
  }
}
