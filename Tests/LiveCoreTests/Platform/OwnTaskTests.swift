import Testing

@testable import LivePlatform

@Suite struct OwnTaskTests {
  private struct Refusal: Error {}

  @Test func theResultAndTheErrorArePassedOn() async throws {
    #expect(try await OwnTask.run { 7 } == 7)
    await #expect(throws: Refusal.self) { try await OwnTask.run { throw Refusal() } }
  }

  @Test func aCancellationReachesTheWork() async {
    await withTaskGroup(of: Bool.self) { group in
      group.cancelAll()
      group.addTask { (try? await OwnTask.run { Task.isCancelled }) ?? false }
      for await isCancelled in group { #expect(isCancelled) }
    }
  }
}
