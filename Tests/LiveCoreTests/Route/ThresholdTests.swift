import Foundation
import Testing

@testable import LiveCore

@Suite struct ThresholdTests {
  @Test(arguments: [
    ("2", ConditionKey.minLeverage, 2.0), ("0", .minLeverage, 0), ("1.5", .minLeverage, 1.5), ("20", .minLeverage, 20),
    (" 2.25 ", .minLeverage, 2.25), ("0.2", .minSwing, 0.2), ("20%", .minSwing, 0.2), ("12.5 %", .minSwing, 0.125),
    ("1", .minSwing, 1), ("2.2%", .minSwing, 0.022), ("0.123456", .minSwing, 0.12346), ("100%", .minSwing, 1),
    ("0", .minSwing, 0), (".5", .minSwing, 0.5),
  ])
  func takesNumbersAndShares(text: String, key: ConditionKey, value: Double) throws {
    #expect(try Threshold.parse(text, for: key) == value)
    #expect(try Threshold.parse(Threshold.shown(value), for: key) == value)
  }

  @Test(arguments: [
    ("", ConditionKey.minLeverage), ("21", .minLeverage), ("-1", .minLeverage), ("20%", .minLeverage),
    ("2+", .minLeverage), ("high", .minLeverage), ("nan", .minLeverage), ("inf", .minLeverage), ("1e1", .minLeverage),
    ("1.2.3", .minLeverage), ("٢", .minLeverage), ("1000000000000", .minLeverage), (".", .minSwing), ("%", .minSwing),
    ("-20%", .minSwing), ("101%", .minSwing), ("20%%", .minSwing),
  ])
  func takesNothingElse(text: String, key: ConditionKey) {
    #expect(throws: RangeText.Mistake.self) { try Threshold.parse(text, for: key) }
  }

  /// A filter is sent as a number and checked again by the daemon.
  @Test func everyPercentageSurvivesTheSocket() throws {
    for tenths in 0...1000 {
      let text = "\(tenths / 10).\(tenths % 10)%"
      var conditions = Conditions()
      conditions.minSwing = try Threshold.parse(text, for: .minSwing)
      let filter = EventFilter(conditions)
      #expect(try JSONDecoder().decode(EventFilter.self, from: JSONEncoder().encode(filter)) == filter, "\(text)")
    }
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(EventFilter.self, from: Data(#"{"min_swing":1.5}"#.utf8))
    }
  }

  @Test func aWholeNumberMeansAPercentage() {
    let mistake = #expect(throws: RangeText.Mistake.self) { try Threshold.parse("20", for: .minSwing) }
    #expect(mistake?.message == "'min_swing' takes a number from 0 to 1, not '20'")
    #expect(mistake?.hint == "did you mean '20%'?")
  }
}
