import Testing

@testable import LiveWeb

@Suite struct StatesPageTests {
  @Test func everyStateIsShown() async throws {
    let html = try await PageVisitor(section: StatesSection()).html("states")
    #expect(MarkupCheck.flaws(in: html) == [])
    for words in [
      "Time open", "Warm-up", "Mid 5th", "No answer since", "Not confirmed", "Delayed", "F/10", "Game 2", "Postponed",
      "Suspended", "Cancelled", "In progress", "Go-ahead", "Review: overturned", "It was:", "Taken back",
      "happened 6 min", "Q3 5:12", "Half-time", "OT 31.4", "F/OT2", ">OT2</th>", "Offline, as of",
      "The next ones are tomorrow",
    ] {
      #expect(html.contains(words), "\(words)")
    }
    for look in ["runs", "gone", "early"] {
      #expect(html.contains("class=\"\(look)") || html.contains(" \(look)\""), "\(look)")
    }
  }
}
