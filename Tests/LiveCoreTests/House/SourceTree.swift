import Foundation

/// One Swift file under `Sources/`.
struct SourceFile: Sendable {
  /// The path in the repository: `Sources/LiveMLB/Track/PlayTracker.swift`.
  let path: String
  let lines: [Substring]
  /// All tokens except comments.
  let code: [SourceToken]
  let comments: [SourceToken]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
    let tokens = SourceLexer.tokens(of: text)
    code = tokens.filter { $0.kind != .comment }
    comments = tokens.filter { $0.kind == .comment }
  }

  /// The target, such as `LiveCore`.
  var target: Substring { folders.first ?? "" }

  /// The file name without its extension: `PlayTracker` of `PlayTracker.swift`.
  var name: Substring { path.split(separator: "/").last?.dropLast(".swift".count) ?? "" }

  /// Nil outside LiveCore, and for a file that is in no known folder.
  var folder: SourceFolder? {
    target == "LiveCore" ? folders.dropFirst().first.flatMap { SourceFolder(rawValue: String($0)) } : nil
  }

  /// Whether equal input gives equal output: no clock, no randomness, no `async` and no logger.
  var isPure: Bool {
    ["LiveModel", "LiveJSON", "LiveMLB", "LiveNBA"].contains(target) || folder == .route
  }

  /// Returns a finding at the token at `index`.
  func finding(_ index: Int, _ message: String) -> HouseFinding {
    HouseFinding(path: path, line: code[index].line, message: message)
  }

  /// The folders of the path, without `Sources`.
  private var folders: ArraySlice<Substring> { path.split(separator: "/").dropFirst().dropLast() }
}

/// The sources and pages that the house rules read.
struct SourceTree: Sendable {
  var files: [SourceFile]
  /// Texts by path in the repository.
  var pages: [String: String] = [:]

  /// The daemon's sources: neither the simulator nor the program's commands.
  var core: [SourceFile] { files.filter { !["LiveSimulator", "livegamed"].contains($0.target) } }

  /// The working copy that contains this file.
  static let project: Result<SourceTree, any Error> = Result {
    let root = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
    let sources = try FileManager.default.subpathsOfDirectory(atPath: "\(root)/Sources").sorted()
    let files = try sources.filter { $0.hasSuffix(".swift") }.map { path in
      SourceFile(path: "Sources/\(path)", text: try String(contentsOfFile: "\(root)/Sources/\(path)", encoding: .utf8))
    }
    let pages = HouseRule.read.compactMap { path in
      (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)).map { (path, $0) }
    }
    return SourceTree(files: files, pages: Dictionary(uniqueKeysWithValues: pages))
  }
}

/// One violation of a rule.
struct HouseFinding: Equatable, CustomStringConvertible {
  var path: String
  var line: Int
  var message: String

  var description: String { "\(path):\(line): \(message)" }
}
