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
    // Keys of an unreadable file would be reported as missing in the others.
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

/// Everything that is wrong with a configuration, in the order of its files and lines.
public struct ConfigFaults: Error, Sendable, Equatable, CustomStringConvertible {
  /// One or more.
  public let faults: [Fault]

  /// One line a fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// Reads a text file that is small by its nature.
enum SmallFile {
  /// Why a file was not read, in few words, without its name.
  struct Refusal: Error, Equatable {
    var code: Fault.Code
    var message: String
    var hint: String?
    var isAbsent = false
  }

  /// Follows symbolic links; refuses what is no regular file, for a pipe would block and a device never ends.
  static func text(at path: String, limit: Int) throws(Refusal) -> String {
    let bytes = try bytes(at: path, limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(code: .configSyntax, message: "is not UTF-8", hint: "save it as UTF-8")
    }
    return text
  }

  private static func bytes(at path: String, limit: Int) throws(Refusal) -> Data {
    let tooLarge = Refusal(
      code: .configTooLarge, message: "is larger than \(limit) bytes", hint: "check that it is the right file")
    do {
      let url = URL(filePath: path).resolvingSymlinksInPath()
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw Refusal(code: .configUnreadable, message: "is not a regular file")
      }
      guard let size = attributes[.size] as? UInt64 ?? (attributes[.size] as? Int).map(UInt64.init), size <= limit
      else {
        throw tooLarge
      }
      let bytes = try Data(contentsOf: url)
      guard bytes.count <= limit else { throw tooLarge }
      return bytes
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw Refusal(reading: error)
    }
  }
}

extension SmallFile.Refusal {
  fileprivate init(reading error: any Error) {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile:
      self.init(code: .configUnreadable, message: "does not exist", isAbsent: true)
    case .fileReadNoPermission:
      self.init(
        code: .configUnreadable, message: "may not be read by this user",
        hint: "run it as root, or let this user read it")
    default: self.init(code: .configUnreadable, message: "cannot be read")
    }
  }
}

extension Fault.Code {
  static let configUnreadable = Fault.Code("config.unreadable")
  static let configTooLarge = Fault.Code("config.too-large")
  static let configSyntax = Fault.Code("config.syntax")
  static let configDuplicateKey = Fault.Code("config.duplicate-key")
  static let configUnknownKey = Fault.Code("config.unknown-key")
  static let configMissingKey = Fault.Code("config.missing-key")
  static let configUnknownName = Fault.Code("config.unknown-name")
  static let configWrongType = Fault.Code("config.wrong-type")
  static let configBadValue = Fault.Code("config.bad-value")
  static let configSecret = Fault.Code("config.secret")
}
