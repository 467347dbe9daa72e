import Testing

@testable import LiveCore

@Suite struct InForceTests {
  @Test func whoWaitsHearsOfTheNextValueAndNotOfTheSame() async {
    let word = InForce("a")
    let edition = word.edition
    async let heard = word.changed(since: edition)
    word.replace(with: "b")
    #expect(await heard && word.current == "b")
    #expect(await word.changed(since: edition))
  }

  @Test func aCancelledWaitSaysSo() async {
    let word = InForce("a")
    let wait = Task { await word.changed(since: word.edition) }
    wait.cancel()
    #expect(await !wait.value)
  }

  /// Each looks at the edition first: whatever was replaced between is heard of.
  @Test func nobodyStaysBehind() async {
    let number = InForce(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          while true {
            let edition = number.edition
            if number.current == 500 { return }
            _ = await number.changed(since: edition)
          }
        }
      }
      for next in 1...500 { number.replace(with: next) }
    }
    #expect(number.edition == 500)
  }
}
