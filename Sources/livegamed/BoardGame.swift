import FoundationEssentials
import LiveCore

/// A game of the daemon's scoreboard. What is not known is absent.
struct BoardGame: Decodable, Equatable {
  var game: Game
  /// Nil while it is to be determined.
  var start: Timestamp?
  /// Why it is delayed, suspended, postponed or cancelled.
  var reason: String?
  var inning: Inning?
  /// `Top`, `Middle`, `Bottom` or `End`.
  var inningState: String?
  var outs: Int?
  var balls: Int?
  var strikes: Int?
  var score: Score?
  var bases: Bases?
  var batter: Name?
  var pitcher: Name?
  /// The sentence of its newest event.
  var last: String?

  struct Game: Decodable, Equatable {
    var id: Int
    /// 2 for the second game of a doubleheader.
    var number: Int?
    var status: String?
    var away: Club?
    var home: Club?
  }

  struct Club: Decodable, Equatable {
    var id: Int?
    var abbreviation: String?
    var name: String?
  }

  struct Inning: Decodable, Equatable {
    var number: Int
    var half: String?
  }

  struct Score: Decodable, Equatable {
    var away: Int
    var home: Int
  }

  struct Bases: Decodable, Equatable {
    var first, second, third: Name?
  }

  struct Name: Decodable, Equatable {
    var id: Int?
    var name: String?
  }

  private enum CodingKeys: String, CodingKey {
    case game, start, reason, inning, outs, balls, strikes, score, bases, batter, pitcher, last
    case inningState = "inning_state"
  }

  /// Those of an answer to `scoreboard`, in its order; nil when it cannot be read.
  static func all(in line: WatchLine) -> [BoardGame]? { all(in: line.bytes) }

  static func all(in bytes: [UInt8]) -> [BoardGame]? {
    try? JSONDecoder().decode(Answer.self, from: Data(bytes)).games
  }

  private struct Answer: Decodable { var games: [BoardGame] }
}
