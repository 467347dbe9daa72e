import Foundation
import Testing

@testable import LiveSimulator

/// Games by seed with every feature, made once for all tests.
enum NBAGames {
  static let many = (1...100).map { SimulatedNBAGame(seed: UInt64($0)) }
}

/// A body of the simulator.
enum NBAFile {
  /// Returns the object of a body that there must be.
  static func object(_ body: [UInt8]?) throws -> [String: Any] {
    let body = try #require(body)
    return try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
  }
}

/// The members of a `playbyplay_<gameId>.json` that the tests read.
struct PlayByPlayFile {
  var gameId: String
  var revision: String
  var actions: [[String: Any]]

  init(_ body: [UInt8]?) throws {
    let root = try NBAFile.object(body)
    let game = try #require(root["game"] as? [String: Any])
    gameId = try #require(game["gameId"] as? String)
    revision = try #require((root["meta"] as? [String: Any])?["time"] as? String)
    actions = try #require(game["actions"] as? [[String: Any]])
  }

  /// The actions of a type.
  func all(_ type: String) -> [[String: Any]] { actions.filter { $0["actionType"] as? String == type } }
}

/// An action of a file, by the names of the feed.
extension [String: Any] {
  func number(_ name: String) -> Int { self[name] as? Int ?? Int(self[name] as? String ?? "") ?? -1 }
  func text(_ name: String) -> String { self[name] as? String ?? "" }

  /// Seconds that are left in the period.
  var clock: Double {
    let parts = text("clock").dropFirst(2).dropLast().split(separator: "M").compactMap { Double($0) }
    return parts.count == 2 ? parts[0] * 60 + parts[1] : -1
  }

  /// The points that the action gives.
  var points: Int {
    guard text("shotResult") == "Made" else { return 0 }
    return ["2pt": 2, "3pt": 3, "freethrow": 1][text("actionType")] ?? 0
  }
}
