import FoundationEssentials

/// The environment of this process.
enum ProcessEnvironment {
  static var values: [String: String] { ProcessInfo.processInfo.environment }

  /// The name that it was called by.
  static var program: String { ProcessInfo.processInfo.arguments.first ?? "livegamed" }

  static func canRead(_ path: String) -> Bool { FileManager.default.isReadableFile(atPath: path) }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
