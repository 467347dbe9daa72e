/// A child task for work that needs much memory for its calls.
///
/// A task keeps the memory that its deepest calls needed until it ends. One that lives long and seldom works, such as the
/// poller of a game, would hold 50 KB while it waits.
package enum OwnTask {
  /// Runs work in a child task, and returns its result.
  package static func run<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    async let result = work()
    return try await result
  }
}
