import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB

/// The state folder of an earlier release, from `Fixtures/states`.
struct StateFixture {
  let release: String
  /// The ids of the games.
  let games: [Int]

  static let released = [StateFixture(release: "0.1.0", games: [900_000, 900_001])]

  private var folder: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/states/\(release)").path
  }

  /// Unpacks the log into a folder, and returns its path there.
  func unpack(into other: String) throws -> String {
    let path = "\(other)/livegamed.sqlite"
    try unpacked("livegamed.sqlite").write(to: URL(filePath: path))
    return path
  }

  /// Returns the feed of a game right after that daemon was stopped, and near the end of the game.
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

/// Recorded answers that lie outside the repository and are never copied into it.
enum SharedData {
  /// The folder `shared`: from `LIVEGAMED_SHARED`, else the first one in a parent folder of this file.
  static let root: URL? = {
    if let path = ProcessInfo.processInfo.environment["LIVEGAMED_SHARED"] { return URL(fileURLWithPath: path) }
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("shared")
      if FileManager.default.fileExists(atPath: candidate.appendingPathComponent("data").path) { return candidate }
      folder = folder.deletingLastPathComponent()
    }
    return nil
  }()

  /// Complete `feed/live` bodies, by name; empty if the data is absent.
  static let feeds: [URL] = {
    guard let folder = root?.appendingPathComponent("data/mlb/feed-live") else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "gz" }.sorted { $0.path < $1.path }
  }()

  /// Complete answers of `/api/v1/schedule`, by name; empty if the data is absent.
  static let schedules: [URL] = {
    guard let folder = root?.appendingPathComponent("data/mlb/schedule") else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "gz" }.sorted { $0.path < $1.path }
  }()

  /// The folder of answers about teams and players; nil if the data is absent.
  static let others: URL? = root.map { $0.appendingPathComponent("data/mlb/other") }.flatMap { folder in
    FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// Returns the bytes of a file, unpacked if its name ends in `.gz`.
  static func json(_ url: URL) throws -> Data {
    guard url.pathExtension == "gz" else { return try Data(contentsOf: url) }
    let output = Pipe()
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
    gzip.arguments = ["-dc", url.path]
    gzip.standardOutput = output
    try gzip.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    gzip.waitUntilExit()
    guard gzip.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return data
  }
}
