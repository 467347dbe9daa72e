import Foundation

/// Small `feed/live` bodies, written by hand.
enum FeedJSON {
  /// A body with every member that a snapshot keeps, between members that it does not keep. The fuzzer starts from it
  /// too.
  static let smallBytes: [UInt8] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.deletingLastPathComponent().appendingPathComponent("Fuzz/feed/small.json")
    return Array((try? Data(contentsOf: file)) ?? Data())
  }()

  static let small = String(decoding: smallBytes, as: UTF8.self)

  /// Returns the smallest valid body; `more` is appended after the given members.
  static func least(liveData: String = "{}", more: String = "") -> String {
    #"{"gamePk":1,"metaData":{"timeStamp":"20240713_031142"},"gameData":{"datetime":{"officialDate":"2024-07-12"},"#
      + #""status":{"codedGameState":"S"},"teams":{"away":{"id":1},"home":{"id":2}}},"liveData":\#(liveData)\#(more)}"#
  }

  /// Returns the smallest valid body with these plays.
  static func plays(_ plays: String) -> String { least(liveData: #"{"plays":{"allPlays":[\#(plays)]}}"#) }
}
