import LiveModel
import Testing

@testable import LiveNBA

@Suite struct EasternTimeTests {
  @Test(arguments: [
    ("2026-01-14 22:26:54.123456", "2026-01-15T03:26:54.123Z"), ("2026-07-14 20:00:00", "2026-07-15T00:00:00.000Z"),
    // Summer time begins and ends.
    ("2026-03-08 01:59:59", "2026-03-08T06:59:59.000Z"), ("2026-03-08 03:00:00", "2026-03-08T07:00:00.000Z"),
    ("2026-11-01 00:59:59", "2026-11-01T04:59:59.000Z"), ("2026-11-01 01:30:00", "2026-11-01T05:30:00.000Z"),
    ("2026-11-01 02:00:00", "2026-11-01T07:00:00.000Z"), ("2025-03-09 03:00:00", "2025-03-09T07:00:00.000Z"),
    ("2020-03-08 03:00:00", "2020-03-08T07:00:00.000Z"), ("2020-11-01 02:00:00", "2020-11-01T07:00:00.000Z"),
  ])
  func readsATimeOfNewYork(text: String, time: String) {
    #expect(EasternTime.timestamp(text)?.description == time)
  }

  @Test(arguments: ["", "2026-01-14", "2026-01-14T22:26:54", "x y", "2026-13-14 22:26:54", "2026-01-14 25:00:00"])
  func refusesAnythingElse(text: String) { #expect(EasternTime.timestamp(text) == nil) }

  @Test(arguments: [
    ("2026-01-15T04:59:59Z", "2026-01-14"), ("2026-01-15T05:00:00Z", "2026-01-15"),
    ("2026-07-15T03:59:59Z", "2026-07-14"), ("2026-07-15T04:00:00Z", "2026-07-15"),
    ("2026-03-08T04:59:59Z", "2026-03-07"), ("2026-03-09T03:59:59Z", "2026-03-08"),
    ("2026-11-01T03:59:59Z", "2026-10-31"), ("2026-11-02T04:59:59Z", "2026-11-01"),
  ])
  func knowsTheDateInNewYork(instant: String, date: String) throws {
    #expect("\(EasternTime.date(at: try #require(Timestamp(rfc3339: instant))))" == date)
  }
}
