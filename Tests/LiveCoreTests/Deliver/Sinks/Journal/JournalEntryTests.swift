import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct JournalEntryTests {
  @Test func hasAllFieldsOfAPlay() {
    #expect(
      lines(JournalEntry(JournalSample.homeRun, sequence: 1042, logID: "9f2c61aa")) == [
        "MESSAGE=Guerrero Jr. homers off Muñoz ⚾\nTOR 3, AZ 2",
        "MESSAGE_ID=503d208a1b104629800f4da440016747",
        "PRIORITY=5",
        "SYSLOG_IDENTIFIER=livegamed",
        "LIVEGAME_ID=mlb/747175/5-top/pa/665489/1@2",
        "LIVEGAME_SEQ=1042",
        "LIVEGAME_LOG=9f2c61aa",
        "LIVEGAME_TYPE=livegame.play",
        "LIVEGAME_FACT=mlb/747175/5-top/pa/665489/1",
        "LIVEGAME_REVISION=2",
        "LIVEGAME_CHANGE=completed",
        "LIVEGAME_LEAGUE=mlb",
        "LIVEGAME_GAME_PK=747175",
        "LIVEGAME_TAGS=home_run",
        "LIVEGAME_TAGS=hit",
        "LIVEGAME_TAGS=scoring",
        "LIVEGAME_TEAM=TOR",
        "LIVEGAME_TEAM=AZ",
        "LIVEGAME_EVENT_TEAM=TOR",
        "LIVEGAME_INNING=5-top",
        "LIVEGAME_SCORE=3-2",
        "LIVEGAME_PLAYER_ID=665489",
        "LIVEGAME_PLAYER_ID=600000",
      ])
  }

  @Test func omitsFieldsThatAnEventDoesNotHave() {
    #expect(
      lines(JournalEntry(JournalSample.start, sequence: 1, logID: "9f2c61aa")) == [
        "MESSAGE=TOR at AZ has begun",
        "MESSAGE_ID=e53e5581685049f9a6117e158a6a9b79",
        "PRIORITY=6",
        "SYSLOG_IDENTIFIER=livegamed",
        "LIVEGAME_ID=mlb/747175/status/start/1@1",
        "LIVEGAME_SEQ=1",
        "LIVEGAME_LOG=9f2c61aa",
        "LIVEGAME_TYPE=livegame.status",
        "LIVEGAME_FACT=mlb/747175/status/start/1",
        "LIVEGAME_REVISION=1",
        "LIVEGAME_CHANGE=new",
        "LIVEGAME_LEAGUE=mlb",
        "LIVEGAME_GAME_PK=747175",
        "LIVEGAME_TEAM=TOR",
        "LIVEGAME_TEAM=AZ",
      ])
  }

  @Test func marksARetraction() {
    var event = JournalSample.homeRun
    event.data.change = .retracted
    #expect(lines(JournalEntry(event, sequence: 1, logID: "x")).contains("LIVEGAME_RETRACTED=1"))
  }

  @Test(arguments: zip(0...4, ["7", "7", "6", "5", "5"]))
  func importanceSetsThePriority(importance: Int, priority: String) {
    var event = JournalSample.start
    event.data.importance = importance
    #expect(lines(JournalEntry(event, sequence: 1, logID: "x")).contains("PRIORITY=\(priority)"))
  }

  @Test(arguments: [JournalSample.homeRun, JournalSample.start])
  func journaldAcceptsTheEntry(event: Event) throws {
    _ = try JournalPayload(JournalEntry(event, sequence: 1, logID: "x").fields)
  }

  private func lines(_ entry: JournalEntry) -> [String] { entry.fields.map { "\($0.field)=\($0.value)" } }
}
