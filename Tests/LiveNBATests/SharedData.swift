import Foundation

/// Real games, which are not part of the project. Tests of them are skipped without the folder.
enum SharedData {
  /// The folder `shared` beside the working copies; `LIVEGAMED_SHARED` names another.
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["LIVEGAMED_SHARED"] { return URL(fileURLWithPath: path) }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared")
  }()

  static let tools = folder.appendingPathComponent("tools/nba")

  /// The play-by-plays of finished games.
  static let games: [URL] = {
    let data = folder.appendingPathComponent("data/nba")
    let all = (try? FileManager.default.contentsOfDirectory(at: data, includingPropertiesForKeys: nil)) ?? []
    return all.filter { url in
      url.lastPathComponent.hasPrefix("playbyplay_") && !url.lastPathComponent.contains("inprogress")
        && url.lastPathComponent.contains(ProcessInfo.processInfo.environment["LIVEGAMED_GAME"] ?? "")
    }.sorted { $0.path < $1.path }
  }()

  static var isThere: Bool {
    !games.isEmpty && FileManager.default.fileExists(atPath: tools.appendingPathComponent("nba_truth.py").path)
  }

  /// Returns the final box score of a game; nil if there is none.
  static func box(of game: URL) -> URL? {
    let url = game.deletingLastPathComponent().appendingPathComponent(
      game.lastPathComponent.replacingOccurrences(of: "playbyplay", with: "boxscore"))
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }

  /// Runs a script of Python and returns its output.
  static func python(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return output
  }
}
