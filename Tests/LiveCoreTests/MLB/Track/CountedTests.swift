import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Invalid counters in a checkpoint: the row is refused, and nothing is added to them.
@Suite struct CountedTests {
  private func state(changing name: String, to value: String) throws -> TrackerState {
    let whole = """
      {"baseline":"tellAll","isOver":false,"isStill":false,"ledger":{"mlb/1/1-top/start":"1:1:2"},
       "absence":{"missing":["mlb/1/1-top/start",{"polls":2,"feedSince":"2024-07-13T03:11:42.000Z",
       "observedSince":"2024-07-13T03:11:42.000Z"}]},"source":{"count":3},
       "refusals":{"since":"2024-07-13T03:11:42.000Z","feedSince":"2024-07-13T03:11:42.000Z",
       "newest":"2024-07-13T03:11:42.000Z","answers":4,"count":5},
       "status":{"hadBegun":false,"isWaiting":false,"turns":{"delay":6}}}
      """
    let text = whole.replacingOccurrences(of: name, with: value)
    #expect(name.isEmpty || text != whole)
    return try JSONDecoder().decode(TrackerState.self, from: Data(text.utf8))
  }

  @Test func ordinaryCountsRoundTrip() throws {
    let read = try state(changing: "", to: "")
    #expect(try JSONDecoder().decode(TrackerState.self, from: JSONEncoder().encode(read)) == read)
    #expect(try state(changing: "\"1:1:2\"", to: "\"1000000:1:2\"").ledger.count == 1)
  }

  @Test(
    arguments: [
      ("\"1:1:2\"", "\"N:1:2\""), ("\"polls\":2", "\"polls\":N"), ("\"count\":3", "\"count\":N"),
      ("\"answers\":4", "\"answers\":N"), ("\"count\":5", "\"count\":N"), ("\"delay\":6", "\"delay\":N"),
    ], ["9223372036854775807", "1000000001", "-1"])
  func othersAreRefused(place: (String, String), number: String) {
    #expect(throws: DecodingError.self) {
      try state(changing: place.0, to: place.1.replacingOccurrences(of: "N", with: number))
    }
  }
}
