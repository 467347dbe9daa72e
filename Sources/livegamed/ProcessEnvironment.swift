import FoundationEssentials

/// What this process was started with.
enum ProcessEnvironment {
  static var values: [String: String] { ProcessInfo.processInfo.environment }

  static func canRead(_ path: String) -> Bool { FileManager.default.isReadableFile(atPath: path) }
}
