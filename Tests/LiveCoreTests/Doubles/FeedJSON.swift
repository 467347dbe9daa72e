import Foundation

/// Small `feed/live` bodies written by hand, for when no real ones are there.
enum FeedJSON {
  /// One of everything that a snapshot keeps, between things that it does not; the fuzzer starts from it too.
  static let smallBytes: [UInt8] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.deletingLastPathComponent().appendingPathComponent("Fuzz/feed/small.json")
    return Array((try? Data(contentsOf: file)) ?? Data())
  }()

  static let small = String(decoding: smallBytes, as: UTF8.self)

  /// The least that makes a snapshot, with more behind the members that are given.
  static func least(liveData: String = "{}", more: String = "") -> String {
    #"{"gamePk":1,"metaData":{"timeStamp":"20240713_031142"},"gameData":{"datetime":{"officialDate":"2024-07-12"},"#
      + #""status":{"codedGameState":"S"},"teams":{"away":{"id":1},"home":{"id":2}}},"liveData":\#(liveData)\#(more)}"#
  }

  /// The same with these plays.
  static func plays(_ plays: String) -> String { least(liveData: #"{"plays":{"allPlays":[\#(plays)]}}"#) }
}
