internal import LiveModel

/// Follows the plans of the leagues.
extension LookupDirectory {
  /// The most steps of a plan, so that a source cannot send the daemon from page to page for ever.
  private static var mostSteps: Int { 40 }

  /// Returns the answer of a plan. Throws `Fault` if a source gives none and none is stored, or `CancellationError`.
  func follow<Value: Sendable>(
    _ plan: ListingPlan<Value>, of league: LeagueID, _ confirmation: inout LookupConfirmation
  ) async throws -> Value {
    var plan = plan
    for _ in 0..<Self.mostSteps {
      switch plan {
      case .answer(let value): return value
      case .failure(let fault): throw fault
      case .warning(let text, let rest):
        confirmation.warn(text)
        plan = rest
      case .recall(let request, let freshFor, let read, let otherwise):
        let stored = await source.recalled(request, freshFor: freshFor, read)
        plan = stored.map { confirmation.take($0) } ?? otherwise
      case .ask(let ask): plan = try await next(after: ask, of: league, &confirmation)
      }
    }
    throw Fault(.lookupFailed, "an answer of \(league.rawValue) takes more than \(Self.mostSteps) steps")
  }

  private func next<Value: Sendable>(
    after ask: ListingRequest<Value>, of league: LeagueID, _ confirmation: inout LookupConfirmation
  ) async throws -> ListingPlan<Value> {
    do {
      return confirmation.take(
        try await source.answer(to: ask.request, of: league, freshFor: ask.freshFor) { try ask.next($0) })
    } catch let fault as Fault {
      if fault.code == .lookupNotFound, let absent = ask.absent { return absent() }
      guard let failed = ask.failed else { throw fault }
      return failed(fault)
    }
  }

  /// Returns a part of an answer without which the other parts are still of use; nil with a warning if no source has it.
  /// Throws `CancellationError`.
  func optional<Value: Sendable>(
    _ part: String, _ plan: ListingPlan<Value>, of league: LeagueID, _ confirmation: inout LookupConfirmation
  ) async throws -> Value? {
    do {
      return try await follow(plan, of: league, &confirmation)
    } catch let error as CancellationError {
      throw error
    } catch {
      confirmation.warn("\(part) missing: \(error)")
      return nil
    }
  }
}
