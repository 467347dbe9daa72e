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

/// Real answers that lie beside the worktrees and are never copied into the project.
enum SharedData {
  /// The folder `shared`: from `LIVEGAMED_SHARED`, else the first one found on the way up from this file.
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

  /// Complete `feed/live` bodies, by name; empty when the data is absent.
  static let feeds: [URL] = {
    guard let folder = root?.appendingPathComponent("data/mlb/feed-live") else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "gz" }.sorted { $0.path < $1.path }
  }()

  /// Complete answers of `/api/v1/schedule`, by name; empty when the data is absent.
  static let schedules: [URL] = {
    guard let folder = root?.appendingPathComponent("data/mlb/schedule") else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "gz" }.sorted { $0.path < $1.path }
  }()

  /// The bytes of a file, unpacked when its name ends in `.gz`.
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
