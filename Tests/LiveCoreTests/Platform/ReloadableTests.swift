import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct ReloadableTests {
  @Test func aWaiterSeesTheNextValueEvenIfItCameBefore() async {
    let word = Reloadable("a")
    let generation = word.generation
    async let changed = word.changed(since: generation)
    word.replace(with: "b")
    #expect(await changed && word.current == "b")
    #expect(await word.changed(since: generation))
  }

  @Test func aCancelledWaitReturnsFalse() async {
    let word = Reloadable("a")
    let wait = Task { await word.changed(since: word.generation) }
    wait.cancel()
    #expect(await !wait.value)
  }

  /// Each task reads the generation first, so it sees every later replacement.
  @Test func everyWaiterReachesTheNewestValue() async {
    let number = Reloadable(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          while true {
            let generation = number.generation
            if number.current == 500 { return }
            _ = await number.changed(since: generation)
          }
        }
      }
      for next in 1...500 { number.replace(with: next) }
    }
    #expect(number.generation == 500)
  }
}
