import Testing

@testable import LiveSimulator

@Suite struct ServerFaultsTests {
  @Test(arguments: [
    ("stale", "'stale' is not a fault with a share"), ("stale=0", "'stale=0' is not"),
    ("stale=1.5", "'stale=1.5' is not"),
    ("stale=0.1,", "'' is not"), ("stale=0.6,503=0.6", "add up to more than 1"),
    ("right=0.5", "there is no fault 'right'"),
    ("600=0.1", "there is no fault '600'"), ("worse=0.1", "there is no fault 'worse'; there are bad-day, "),
  ])
  func aMistakeIsNamed(text: String, words: String) {
    let mistake = #expect(throws: ServerFaults.Mistake.self) { try ServerFaults(text) }
    #expect(mistake?.description.contains(words) == true, "\(mistake?.description ?? "")")
  }

  @Test func everyNamedFaultIsKnown() throws {
    for name in ServerFaults.names.dropFirst(2) { #expect(try ServerFaults("\(name)=0.1") != ServerFaults()) }
    #expect(try ServerFaults("bad-day").bodies == FaultyFeed.badDay)
  }

  @Test func theSharesAreThoseOfTheAnswers() throws {
    let faults = try ServerFaults("503=0.2,late=0.1,500=0.1,stale=0.5")
    var counts: [String: Int] = [:]
    for second in 0..<10_000 {
      let fault = faults.fault(at: Double(second), seed: 7)
      #expect(fault == faults.fault(at: Double(second), seed: 7))
      counts[fault.map { "\($0)" } ?? "none", default: 0] += 1
    }
    #expect((1850...2150).contains(counts["status(503)"] ?? 0) && (850...1150).contains(counts["status(500)"] ?? 0))
    #expect((850...1150).contains(counts["late"] ?? 0) && counts.count == 4, "\(counts)")
    #expect(faults.bodies == [.stale: 0.5])
    #expect((0..<1000).allSatisfy { ServerFaults().fault(at: Double($0), seed: 7) == nil })
  }

  @Test func theBotFilterHasItsShare() throws {
    let faults = try ServerFaults("blocked=0.3,late=0.2")
    let drawn = (0..<10_000).map { faults.fault(at: Double($0), seed: 7) }
    #expect((2800...3200).contains(drawn.count { $0 == .blocked }))
    #expect((1800...2200).contains(drawn.count { $0 == .late }) && faults.bodies.isEmpty)
    #expect(throws: ServerFaults.Mistake.self) { try ServerFaults("blocked=0.8,late=0.3") }
  }
}
