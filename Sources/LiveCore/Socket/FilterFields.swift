internal import FoundationEssentials

/// What a filter looks at, read from an event's line; a version that writes more does not matter.
struct FilterFields: Equatable, Sendable {
  var type: String
  var tags: [String]
  /// Both sides' abbreviations.
  var teams: [String]

  /// Nil when the line cannot be read.
  init?(line: [UInt8]) {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(line)) else { return nil }
    type = line.type
    tags = line.data.tags
    teams = [line.data.game.away.abbreviation, line.data.game.home.abbreviation]
  }

  private struct Line: Decodable {
    struct Details: Decodable {
      struct Game: Decodable {
        struct Club: Decodable { var abbreviation: String }
        var away, home: Club
      }
      var game: Game
      var tags: [String]
    }
    var type: String
    var data: Details
  }
}
