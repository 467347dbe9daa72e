/// One event as an entry of the journal; `docs/operations.md` explains each field.
struct JournalEntry: Sendable {
  /// In the order in which they are written; a name comes once for each of its values. What the event does not have is
  /// left out.
  private(set) var fields: [(field: String, value: String)] = []

  /// The entry of the event that has this sequence in the log of this name.
  init(_ event: Event, sequence: Int, logID: String) {
    let data = event.data
    fields = [
      ("MESSAGE", data.summary),
      ("MESSAGE_ID", MessageID.of(event.type)),
      ("PRIORITY", Self.priority(ofImportance: data.importance)),
      ("SYSLOG_IDENTIFIER", "livegamed"),
      ("LIVEGAME_ID", event.id),
      ("LIVEGAME_SEQ", String(sequence)),
      ("LIVEGAME_LOG", logID),
      ("LIVEGAME_TYPE", event.type.rawValue),
      ("LIVEGAME_FACT", data.fact.rawValue),
      ("LIVEGAME_REVISION", String(data.revision)),
      ("LIVEGAME_LEAGUE", data.league.rawValue),
      ("LIVEGAME_GAME_PK", String(data.game.id)),
    ]
    if data.retracted { fields.append(("LIVEGAME_RETRACTED", "1")) }
    append("LIVEGAME_TAGS", data.tags.map(\.rawValue))
    append("LIVEGAME_TEAM", [data.game.away.abbreviation, data.game.home.abbreviation])
    append("LIVEGAME_INNING", [data.inning?.description].compactMap { $0 })
    append("LIVEGAME_SCORE", [data.score.map { "\($0.away)-\($0.home)" }].compactMap { $0 })
    append("LIVEGAME_PLAYER_ID", data.players.map { String($0.id) })
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
