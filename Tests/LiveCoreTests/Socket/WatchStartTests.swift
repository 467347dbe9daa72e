import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct WatchStartTests {
  private let now = Timestamp(seconds: 1_000_000)

  @Test(arguments: [
    ("now", WatchStart.place(.now)), ("Oldest", .place(.oldest)), ("0", .place(.sequence(0))),
    ("0000000000000000041", .place(.sequence(41))), ("2h", .time(Timestamp(seconds: 1_000_000 - 7200))),
    ("1h30m", .time(Timestamp(seconds: 1_000_000 - 5400))), ("3d", .time(Timestamp(seconds: 1_000_000 - 259_200))),
    ("1970-01-01T00:00:05Z", .time(Timestamp(seconds: 5))),
  ])
  func parsesASequenceOrATime(text: String, start: WatchStart) {
    #expect(WatchStart(text, now: now, zone: .utc) == start)
  }

  @Test(arguments: ["9007199254740993", "9223372036854775807"])
  func aTooLargeSequenceIsRefused(text: String) { #expect(WatchStart(text, now: now, zone: .utc) == nil) }

  @Test(arguments: [
    "", "tomorrow", "-1", "+1", "h", "2 h", "-2h", "d", "-1d", "1.5h", "25:00", "1:00", "2026-02-30",
    "99999999999999999999", "2h3h",
  ])
  func refusesOtherText(text: String) { #expect(WatchStart(text, now: now, zone: .utc) == nil) }
}
