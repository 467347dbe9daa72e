import Testing

@testable import LiveNBA

@Suite struct GameClockTests {
  @Test(arguments: [
    ("PT11M58.00S", 71_800, "11:58"), ("PT12M00.00S", 72_000, "12:00"), ("PT00M02.40S", 240, "2.4"),
    ("PT00M00.00S", 0, "0.0"), ("PT5M0S", 30_000, "5:00"), ("PT00M59.99S", 5_999, "59.9"),
    ("PT01M00.5S", 6_050, "1:00"), ("PT00M41.000000S", 4_100, "41.0"),
  ])
  func readsATime(text: String, hundredths: Int, shown: String) {
    let clock = GameClock(text)
    #expect(clock?.hundredths == hundredths && clock?.text == shown)
    #expect(clock.flatMap { GameClock($0.iso) } == clock)
  }

  @Test(arguments: [
    "", "PT", "11:58", "PT1M", "PTM5S", "PT1234M00S", "PT00M5.S", "PT00M.5S", "PT-1M00S", "PT00M05.0000000S",
    "PT00M05", "pt00m05s", "PT00M 5S", "PT00M123S",
  ])
  func refusesAnythingElse(text: String) { #expect(GameClock(text) == nil) }
}
