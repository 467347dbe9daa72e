package import LiveModel

/// A `predictions` request: the record of a season, or of all.
struct PredictionsQuestion: Hashable, Sendable {
  /// Nil is all seasons.
  var season: Int?
}

/// The answer to `predictions`.
package struct PredictionsAnswer: Codable {
  package var predictions: [PredictionRecord]
}
