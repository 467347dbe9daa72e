import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2024-02-29T12:30:15.250Z", 1_709_209_815_250),
    ("2024-07-12T22:11:42.12-05:00", 1_720_840_302_120), ("1969-12-31T23:59:59.999Z", -1),
    ("2024-07-13t03:11:42.1204567z", 1_720_840_302_120),
  ])
  func readsRFC3339(text: String, milliseconds: Int64) throws {
    let instant = try #require(Timestamp(rfc3339: text))
    #expect(instant.milliseconds == milliseconds)
    #expect(Timestamp(rfc3339: instant.description) == instant)
  }

  @Test(arguments: [
    "", "2024", "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z", "2024-07-13T24:00:00Z", "2024-07-13T03:11:42",
    "2024-07-13T03:11:42.Z", "2024-07-13T03:11:42Zx", "20240713_031142", "２０２４-07-13T03:11:42Z",
    "9999-12-31T23:59:60Z", "9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01",
  ])
  func refusesInvalidTimes(text: String) { #expect(Timestamp(rfc3339: text) == nil) }

  /// The general parser reads the text with a small `t`, which is not the usual form.
  @Test func theUsualFormIsReadLikeAnyOther() {
    var generator = SplitMix(seed: 60)
    for _ in 0..<2_000 {
      func number(_ range: ClosedRange<Int>, _ width: Int = 2) -> String {
        padded(Int.random(in: range, using: &generator), to: width)
      }
      let date = "\(number(0...9999, 4))-\(number(0...13))-\(number(0...32))"
      let time = "\(number(0...24)):\(number(0...60)):\(number(0...61)).\(number(0...999, 3))Z"
      var usual = Array("\(date)T\(time)".utf8)
      if Bool.random(using: &generator) {
        usual[Int.random(in: 0..<24, using: &generator)] = UInt8.random(in: 0x20...0x7E, using: &generator)
      }
      var other = usual
      if other[10] == UInt8(ascii: "T") { other[10] = UInt8(ascii: "t") }
      let times = [usual, other].map { $0.withUnsafeBufferPointer { Timestamp(rfc3339: $0) } }
      #expect(times[0] == times[1], "\(String(decoding: usual, as: UTF8.self))")
    }
  }

  @Test func readsTheFeedsTimecode() {
    #expect(Timestamp(timecode: "20240713_031142")?.description == "2024-07-13T03:11:42.000Z")
    #expect(Timestamp(timecode: "20240713-031142") == nil)
    #expect(Timestamp(timecode: "99991231_235960") == nil)
  }

  @Test func everyDayOfFourCenturiesRoundTrips() throws {
    for day in stride(from: -80_000, through: 80_000, by: 1) {
      let date = CivilDate(daysSinceEpoch: day)
      #expect(date.daysSinceEpoch == day)
    }
  }

  @Test(arguments: [
    (2024, 2, 30), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0), (2024, 1, 32), (2024, 1, Int.max), (2024, 1, Int.min),
    (2024, Int.max, 1), (2024, Int.min, 1), (Int.max, 1, 1), (Int.min, 1, 1), (1_000_000, 1, 1),
  ])
  func anImpossibleDateIsRefused(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func countsInMilliseconds() {
    let instant = Timestamp(seconds: 10)
    #expect((instant + .milliseconds(1500)) - instant == .milliseconds(1500))
    #expect(instant - .seconds(11) == Timestamp(milliseconds: -1000))
    #expect(Timestamp(milliseconds: -1).seconds == -1)
  }
}
