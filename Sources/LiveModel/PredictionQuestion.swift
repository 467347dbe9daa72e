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

  private let subject: String
  package var parts: [Part]
  /// Makes the prediction of the answers, in the order of `parts`. The result has members of the league alone. Pure.
  package var predict: @Sendable ([[UInt8]]) throws -> LeagueMembers

  package init(
    about subject: String, parts: [Part], predict: @escaping @Sendable ([[UInt8]]) throws -> LeagueMembers
  ) {
    (self.subject, self.parts, self.predict) = (subject, parts, predict)
  }

  /// The identity of the question: its subject in the league's own words, such as both batting orders, and its requests.
  package var key: [String] { [subject] + parts.map(\.request.url) }
}
