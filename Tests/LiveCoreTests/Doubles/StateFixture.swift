import Foundation
import Testing

@testable import LiveCore

/// The state folder of an earlier release, as `Fixtures/states` keeps it.
struct StateFixture {
  let release: String
  /// By number.
  let games: [Int]

  static let released = [StateFixture(release: "0.1.0", games: [900_000, 900_001])]

  private var folder: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/states/\(release)").path
  }

  /// Puts the log into a folder, and returns its path there.
  func unpack(into other: String) throws -> String {
    let path = "\(other)/livegamed.sqlite"
    try unpacked("livegamed.sqlite").write(to: URL(filePath: path))
    return path
  }

  /// The feed of a game right after that daemon was stopped, and near the game's end.
  func feeds(of game: Int) throws -> [GameSnapshot] {
    try ["stopped", "later"].map { try Chunking.every(.max).snapshot([UInt8](unpacked("feed-\(game)-\($0).json"))) }
  }

  private func unpacked(_ name: String) throws -> Data {
    let (gzip, pipe) = (Process(), Pipe())
    gzip.executableURL = URL(filePath: "/usr/bin/gzip")
    gzip.arguments = ["-dc", "\(folder)/\(name).gz"]
    gzip.standardOutput = pipe
    try gzip.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    gzip.waitUntilExit()
    try #require(gzip.terminationStatus == 0)
    return data
  }
}

extension StateFixture: CustomTestStringConvertible {
  var testDescription: String { release }
}
