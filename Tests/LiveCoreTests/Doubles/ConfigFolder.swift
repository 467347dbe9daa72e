internal import FoundationEssentials
internal import Testing

/// A folder that is gone when its user is.
final class ConfigFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "livegamed-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and the folders above it; returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
    return file.path
  }
}
