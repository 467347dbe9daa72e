internal import LiveModel
internal import ServiceLifecycle

/// Answers the lookups of the socket's clients, a few at the same time.
struct LookupService<C: Clock<Duration>>: Service where C: Sendable {
  let orders: LookupOrders
  let directory: LookupDirectory<C>

  /// The maximum number of lookups that are answered at the same time.
  private static var mostParallel: Int { 4 }

  func run() async throws {
    await withTaskGroup(of: Void.self) { group in
      var running = 0
      for await lookup in orders.stream.cancelOnGracefulShutdown() {
        if running == Self.mostParallel {
          await group.next()
          running -= 1
        }
        running += 1
        group.addTask { await settle(lookup) }
      }
      group.cancelAll()
    }
  }

  private func settle(_ lookup: Lookup) async {
    do {
      orders.settle(lookup, .success(try await directory.answer(to: lookup)))
    } catch {
      orders.settle(lookup, .failure(error as? Fault ?? Fault(.lookupFailed, "no answer: \(error)")))
    }
  }
}
