/// The requests that a prediction needs from a league's source, and how it is made of their answers.
package struct PredictionQuestion: Sendable {
  /// One request, whose answer may be used again for some time.
  package struct Part: Sendable {
    package var request: HTTPRequest
    package var freshFor: Duration
    /// Throws if an answer cannot be read.
    package var check: @Sendable ([UInt8]) throws -> Void

    package init(_ request: HTTPRequest, freshFor: Duration, check: @escaping @Sendable ([UInt8]) throws -> Void) {
      (self.request, self.freshFor, self.check) = (request, freshFor, check)
    }
  }

  package var parts: [Part]
  /// Makes the prediction of the answers, in the order of `parts`. The result has members of the league alone. Pure.
  package var predict: @Sendable ([[UInt8]]) throws -> LeagueMembers

  package init(parts: [Part], predict: @escaping @Sendable ([[UInt8]]) throws -> LeagueMembers) {
    (self.parts, self.predict) = (parts, predict)
  }

  /// The identity of the question: two with the same requests have the same answer.
  package var key: [String] { parts.map(\.request.url) }
}
