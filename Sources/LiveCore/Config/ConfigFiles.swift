internal import FoundationEssentials

/// The main file and its drop-ins.
public enum ConfigFiles {
  /// Reads `path`, then every `livegamed.d/*.yaml` beside it in the order of their names, each laid over those before,
  /// and then whatever files its secrets are kept in. Nothing is changed anywhere.
  ///
  /// - Parameters:
  ///   - path: of the main file, which must exist.
  ///   - environment: where `${env:…}` and `$CREDENTIALS_DIRECTORY` are looked up.
  ///   - checkFormat: throws a fault without a place for a `format` that is no template.
  /// - Returns: the defaults where nothing was said.
  /// - Throws: everything that is wrong, in the order of files and lines.
  static func read(
    path: String, environment: [String: String], checkFormat: @escaping (String) throws(Fault) -> Void
  ) throws(ConfigFaults) -> Config {
    var reader = ConfigReader(environment: environment, checkFormat: checkFormat)
    var isWhole = true
    let (dropIns, refusal) = dropIns(beside: path)
    let files = [path] + dropIns
    for file in files where !read(file, with: &reader) { isWhole = false }
    // What stands in a file that could not be read would be called missing in the others.
    if isWhole { reader.finish() }
    guard reader.faults.isEmpty, refusal == nil else {
      throw ConfigFaults(faults: inOrder(reader.faults, of: files) + [refusal].compactMap(\.self))
    }
    return reader.config
  }

  /// False when the file could not be taken apart.
  private static func read(_ file: String, with reader: inout ConfigReader) -> Bool {
    let text: String
    do {
      text = try SmallFile.text(at: file, limit: ConfigText.limits.bytes)
    } catch {
      reader.faults.append(Fault(error.code, "this file \(error.message)", at: .path(file), hint: error.hint))
      return false
    }
    var source = ConfigText(text, file: file)
    let root = source.root()
    reader.faults += source.faults
    if let root { reader.read(root) }
    return root != nil || source.faults.isEmpty
  }

  private static func dropIns(beside path: String) -> (files: [String], refusal: Fault?) {
    let folder = URL(filePath: path).deletingLastPathComponent().appending(path: "livegamed.d").path
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      let read = names.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.sorted()
      guard read.count <= ConfigLimits.dropIns else {
        let fault = Fault(
          .configTooLarge, "this folder holds \(read.count) drop-ins, and at most \(ConfigLimits.dropIns) are read",
          at: .path(folder), hint: "put several into one file")
        return ([], fault)
      }
      return (read.map { "\(folder)/\($0)" }, nil)
    } catch {
      let isAbsent = [.fileNoSuchFile, .fileReadNoSuchFile].contains((error as? CocoaError)?.code)
      return ([], isAbsent ? nil : Fault(.configUnreadable, "this folder cannot be listed", at: .path(folder)))
    }
  }

  private static func inOrder(_ faults: [Fault], of files: [String]) -> [Fault] {
    let ranked = faults.enumerated().map { index, fault in (rank(of: fault, in: files) + [index], fault) }
    return ranked.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
  }

  private static func rank(of fault: Fault, in files: [String]) -> [Int] {
    switch fault.place {
    case .file(let name, let line, let column): [files.firstIndex(of: name) ?? files.count, line, column]
    case .path(let name): [files.firstIndex(of: name) ?? files.count, 0, 0]
    default: [files.count, 0, 0]
    }
  }
}
