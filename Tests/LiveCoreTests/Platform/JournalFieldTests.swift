import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct JournalFieldTests {
  @Test(arguments: [
    (LogKey.retryIn, "LIVEGAME_RETRY_IN_MS"), (LogKey.code, "LIVEGAME_CODE"), (LogKey.sink, "LIVEGAME_SINK"),
    ("sl-service.name", "LIVEGAME_SL_SERVICE_NAME"), ("a b=c\n7", "LIVEGAME_A_B_C_7"), ("größe", "LIVEGAME_GR__E"),
    ("", "LIVEGAME_"),
  ])
  func aKeyBecomesAFieldInCapitals(key: String, field: String) { #expect(JournalField.of(key) == field) }

  @Test func aKeyThatIsTooLongIsCut() {
    let field = JournalField.of(String(repeating: "x", count: 200))
    #expect(field == "LIVEGAME_" + String(repeating: "X", count: 55) && JournalPayload.isValid(field))
  }

  @Test func logEntriesOfAnEventUseTheFieldsOfTheEvent() {
    let event = JournalSample.homeRun
    let entry = JournalEntry(event, sequence: 1042, logID: "9f2c61aa").fields.map { "\($0.field)=\($0.value)" }
    let pairs = [
      (LogKey.event, event.id), (LogKey.sequence, "1042"), (LogKey.fact, event.data.fact.rawValue),
      (LogKey.league, event.data.league.rawValue), (LogKey.game, "\(event.data.game.id)"),
    ]
    for (key, value) in pairs { #expect(entry.contains("\(JournalField.of(key))=\(value)")) }
  }
}
