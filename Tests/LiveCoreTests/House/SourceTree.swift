import Foundation

/// One Swift file under `Sources/`.
struct SourceFile: Sendable {
  /// From the project's root: `Sources/LiveCore/Track/PlayTracker.swift`.
  let path: String
  let lines: [Substring]
  /// All tokens but comments.
  let code: [SourceToken]
  let comments: [SourceToken]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
    let tokens = SourceLexer.tokens(of: text)
    code = tokens.filter { $0.kind != .comment }
    comments = tokens.filter { $0.kind == .comment }
  }

  /// `LiveCore`, `LiveSimulator` or `livegamed`.
  var target: Substring { folders.first ?? "" }

  /// `PlayTracker` of `PlayTracker.swift`.
  var name: Substring { path.split(separator: "/").last?.dropLast(".swift".count) ?? "" }

  /// Nil outside LiveCore, and for a file that stands in no folder.
  var folder: SourceFolder? {
    target == "LiveCore" ? folders.dropFirst().first.flatMap { SourceFolder(rawValue: String($0)) } : nil
  }

  /// Where the token at `index` stands, with what is wrong there.
  func finding(_ index: Int, _ message: String) -> HouseFinding {
    HouseFinding(path: path, line: code[index].line, message: message)
  }

  /// Without `Sources` and the file itself.
  private var folders: ArraySlice<Substring> { path.split(separator: "/").dropFirst().dropLast() }
}

/// The sources and the pages that the house rules read.
struct SourceTree: Sendable {
  var files: [SourceFile]
  /// Texts by path from the project's root.
  var pages: [String: String] = [:]

  var core: [SourceFile] { files.filter { $0.target == "LiveCore" } }

  /// What stands on the disk round this file.
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

/// One place where a rule is broken.
struct HouseFinding: Equatable, CustomStringConvertible {
  var path: String
  var line: Int
  var message: String

  var description: String { "\(path):\(line): \(message)" }
}
