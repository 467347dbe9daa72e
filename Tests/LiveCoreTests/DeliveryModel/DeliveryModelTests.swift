import Foundation
import Testing

@testable import LiveCore

/// Random histories through the whole delivery, from the log to what people read, compared with the model. A failing
/// history is shortened as long as it still fails.
@Suite(.timeLimit(.minutes(30))) struct DeliveryModelTests {
  /// `LIVEGAMED_HISTORIES` is their number; `LIVEGAMED_HISTORY` is the seed of the first one.
  private static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["LIVEGAMED_HISTORIES"].flatMap { UInt64($0) } ?? 20
    let first = environment["LIVEGAMED_HISTORY"].flatMap { UInt64($0) } ?? 1
    return first..<first + count
  }()

  @Test func randomHistoriesEndAsTheModelPredicts() async throws {
    try await withThrowingTaskGroup(of: (UInt64, [String]).self) { group in
      var seeds = Self.seeds.makeIterator()
      func add() {
        guard let seed = seeds.next() else { return }
        group.addTask { (seed, try await DeliveryTrial.differences(DeliveryHistory(seed: seed))) }
      }
      for _ in 0..<2 { add() }
      for try await (seed, differences) in group {
        if !differences.isEmpty {
          let history = try await Self.shortest(DeliveryHistory(seed: seed))
          let end = try await DeliveryTrial.differences(history)
          Issue.record("history \(seed) ends differently from the model:\n\(history)\n\(end.joined(separator: "\n"))")
        }
        add()
      }
    }
  }

  /// Removes every step that is not needed for the failure.
  private static func shortest(_ history: DeliveryHistory) async throws -> DeliveryHistory {
    var history = history
    search: while true {
      for shorter in history.shorter where try await !DeliveryTrial.differences(shorter).isEmpty {
        history = shorter
        continue search
      }
      return history
    }
  }
}
