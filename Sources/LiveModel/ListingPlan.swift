/// The requests that make up one answer about teams or players, one after the other. A league states them; the core
/// sends them, keeps the answers, and heeds the limits of the source. Pure.
package indirect enum ListingPlan<Value: Sendable>: Sendable {
  case answer(Value)
  case ask(ListingRequest<Value>)
  /// Continues with what the stored answer to a request says; with `otherwise` if none is stored, or if it says nothing.
  case recall(HTTPRequest, freshFor: Duration, read: @Sendable ([UInt8]) throws -> ListingPlan?, otherwise: ListingPlan)
  /// Continues after a warning about the answer, one sentence.
  case warning(String, ListingPlan)
  /// There is no answer.
  case failure(Fault)
}

/// One request of a plan.
package struct ListingRequest<Value: Sendable>: Sendable {
  package var request: HTTPRequest
  /// How long an answer may be used again.
  package var freshFor: Duration
  /// Returns the rest of the plan. Throws if the answer cannot be read.
  package var next: @Sendable ([UInt8]) throws -> ListingPlan<Value>
  /// Returns the rest of the plan after a request that failed; nil if the plan fails with it.
  package var failed: (@Sendable (Fault) -> ListingPlan<Value>)?
  /// Returns the rest of the plan if the source has nothing at the URL; nil if that is a failure like others.
  package var absent: (@Sendable () -> ListingPlan<Value>)?

  package init(
    _ request: HTTPRequest, freshFor: Duration, next: @escaping @Sendable ([UInt8]) throws -> ListingPlan<Value>,
    failed: (@Sendable (Fault) -> ListingPlan<Value>)? = nil, absent: (@Sendable () -> ListingPlan<Value>)? = nil
  ) {
    (self.request, self.freshFor, self.next) = (request, freshFor, next)
    (self.failed, self.absent) = (failed, absent)
  }
}

extension ListingPlan {
  /// Returns the plan of one request that decodes its answer.
  package static func ask(
    _ request: HTTPRequest, freshFor: Duration, _ decode: @escaping @Sendable ([UInt8]) throws -> Value
  ) -> ListingPlan {
    .ask(ListingRequest(request, freshFor: freshFor, next: { .answer(try decode($0)) }))
  }

  /// Returns the plan that goes on with the answer of this one.
  package func then<Next: Sendable>(
    _ next: @escaping @Sendable (Value) -> ListingPlan<Next>
  ) -> ListingPlan<Next> {
    switch self {
    case .answer(let value): next(value)
    case .failure(let fault): .failure(fault)
    case .warning(let text, let rest): .warning(text, rest.then(next))
    case .recall(let request, let freshFor, let read, let otherwise):
      .recall(request, freshFor: freshFor, read: { try read($0)?.then(next) }, otherwise: otherwise.then(next))
    case .ask(let ask):
      .ask(
        ListingRequest(
          ask.request, freshFor: ask.freshFor, next: { try ask.next($0).then(next) },
          failed: ask.failed.map { failed in { failed($0).then(next) } },
          absent: ask.absent.map { absent in { absent().then(next) } }))
    }
  }
}
