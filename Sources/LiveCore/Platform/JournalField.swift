/// The only place where the names of the journal's fields are spelt: an event and what the daemon says of its game are
/// found by the same match, `journalctl LIVEGAME_GAME_PK=747175` (`docs/operations.md`).
enum JournalField {
  static let message = "MESSAGE"
  static let messageID = "MESSAGE_ID"
  static let priority = "PRIORITY"
  static let identifier = "SYSLOG_IDENTIFIER"
  static let codeFile = "CODE_FILE"
  static let codeLine = "CODE_LINE"
  static let codeFunction = "CODE_FUNC"

  static let id = "LIVEGAME_ID"
  static let sequence = "LIVEGAME_SEQ"
  static let log = "LIVEGAME_LOG"
  static let type = "LIVEGAME_TYPE"
  static let fact = "LIVEGAME_FACT"
  static let revision = "LIVEGAME_REVISION"
  static let league = "LIVEGAME_LEAGUE"
  static let gamePk = "LIVEGAME_GAME_PK"
  static let retracted = "LIVEGAME_RETRACTED"
  static let tags = "LIVEGAME_TAGS"
  static let team = "LIVEGAME_TEAM"
  static let inning = "LIVEGAME_INNING"
  static let score = "LIVEGAME_SCORE"
  static let playerID = "LIVEGAME_PLAYER_ID"

  /// The `SYSLOG_IDENTIFIER` of every entry.
  static let program = "livegamed"

  /// The field of what the daemon's log calls `key`: that of events where they have it too, else `retry_in_ms` is
  /// `LIVEGAME_RETRY_IN_MS`. What a name may not hold becomes `_`.
  static func of(_ key: String) -> String {
    switch key {
    case LogKey.event: id
    case LogKey.sequence: sequence
    case LogKey.fact: fact
    case LogKey.league: league
    case LogKey.game: gamePk
    default: String(("LIVEGAME_" + key.map(capital)).prefix(JournalPayload.maximumNameBytes))
    }
  }

  private static func capital(_ character: Character) -> Character {
    guard character.isASCII, character.isLetter || character.isNumber else { return "_" }
    return character.uppercased().first ?? "_"
  }
}
