import Testing
import WireSchema
@testable import LiveCore
@Suite struct WireCost {
  @Test func cost() throws {
    let line = try WireFormat.line(of: NumberedEvents.event(1))
    let clock = ContinuousClock()
    print("COST", line.count, clock.measure { for _ in 0..<1000 { _ = WireFormat.faults(in: line) } })
  }
}
