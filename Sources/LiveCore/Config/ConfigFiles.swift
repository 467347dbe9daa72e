public import LiveModel
internal import LivePlatform

/// Reads the main configuration file and its drop-ins.
public enum ConfigFiles {
  /// Reads `path`, then every `livegamed.d/*.yaml` next to it in the order of their names, and then the files of
  /// secrets. Later files override earlier ones. Changes nothing on disk.
  ///
  /// - Parameters:
  ///   - path: The main file, which must exist.
  ///   - planned: A file that need not exist, and the text with which it is read.
  ///   - environment: The variables for `${env:…}` and `$CREDENTIALS_DIRECTORY`.
  ///   - credentials: The credentials that replace those of the start; nil to keep them.
  ///   - kinds: The kinds of sinks, in the order in which faults name them.
  ///   - readsSecrets: Whether references to secrets are resolved. If not, a sink with one has a type and no other settings
  ///     of its kind.
  ///   - checkFormat: Throws a fault without a place if a `format` is not a valid template.
  /// - Returns: The configuration, with defaults for keys that no file sets, and its warnings.
  /// - Throws: All faults, sorted by file and line.
  static func read(
    path: String, with planned: (file: String, text: String)? = nil, environment: [String: String],
    credentials: Credentials? = nil, kinds: [any SinkKind.Type], readsSecrets: Bool = true,
    checkFormat: @escaping (String) throws(Fault) -> Void
  ) throws(ConfigFaults) -> Config {
    var reader = ConfigReader(
      environment: environment, credentials: credentials, kinds: kinds, checkFormat: checkFormat)
    reader.readsSecrets = readsSecrets
    var isEveryFileParsed = true
    var (files, refusal) = files(of: path)
    if let planned, !files.contains(planned.file) { files = [path] + (files.dropFirst() + [planned.file]).sorted() }
    for file in files {
      let text = planned?.file == file ? planned?.text : nil
      if !read(file, text, with: &reader) { isEveryFileParsed = false }
    }
    // If a file cannot be parsed, checks across files would report its contents as missing.
    if isEveryFileParsed { reader.finish() }
    var reading = reader.reading(of: files)
    reading.warnings = inOrder(reading.warnings, of: files)
    guard reader.faults.isEmpty, refusal == nil else {
      throw ConfigFaults(
        faults: inOrder(reader.faults, of: files) + [refusal].compactMap(\.self), warnings: reading.warnings)
    }
    var config = reader.config
    config.reading = reading
    return config
  }

  /// Returns the main file and its drop-ins, in the order in which they are read.
  static func files(of path: String) -> (files: [String], refusal: Fault?) {
    let (dropIns, refusal) = dropIns(beside: path)
    return ([path] + dropIns, refusal)
  }

  /// Reads one file, or the text in its place. Returns false if the file cannot be read or parsed.
  private static func read(_ file: String, _ planned: String?, with reader: inout ConfigReader) -> Bool {
    let text: String
    do throws(SmallFile.Refusal) {
      text = if let planned { planned } else { try SmallFile.text(at: file, limit: ConfigText.limits.bytes) }
    } catch {
      let hint = error.isForbidden ? Self.permission(to: file, mode: "644") : error.hint
      reader.faults.append(Fault(error.code, "this file \(error.message)", at: .path(file), hint: hint))
      return false
    }
    var source = ConfigText(text, file: file)
    let root = source.root()
    reader.faults += source.faults
    if let root { reader.read(root) }
    return root != nil || source.faults.isEmpty
  }

  private static func dropIns(beside path: String) -> (files: [String], refusal: Fault?) {
    let folder = path.contains("/") ? "\(Folder.parent(of: path) ?? "")/livegamed.d" : "livegamed.d"
    do throws(SystemError) {
      let read = try Folder.names(in: folder, limit: 10_000) { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.sorted()
      guard read.count <= ConfigLimits.dropIns else {
        let fault = Fault(
          .configTooLarge, "this folder holds \(read.count) drop-ins, and at most \(ConfigLimits.dropIns) are read",
          at: .path(folder), hint: "put several into one file")
        return ([], fault)
      }
      return (read.map { "\(folder)/\($0)" }, nil)
    } catch {
      guard !error.isAbsence else { return ([], nil) }
      let fault = Fault(
        .configUnreadable, "this folder cannot be listed", at: .path(folder),
        hint: Self.permission(to: folder, mode: "755"))
      return ([], fault)
    }
  }

  private static func permission(to path: String, mode: String) -> String {
    "run the same command with sudo; if it is the service that may not: 'sudo chmod \(mode) \(path)'"
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

/// Upper bounds for repeated parts of a configuration. They exceed any real use and keep reading and fault reporting
/// fast.
enum ConfigLimits {
  /// Elements in one list.
  static let elements = 1000
  /// Sinks in all files together.
  static let sinks = 100
  /// Routes in all files together.
  static let routes = 1000
  /// Files in `livegamed.d`.
  static let dropIns = 100
  /// Reported faults. Further faults appear once these are fixed.
  static let faults = 1000
  /// Faults for which a similar name is searched.
  static let suggestions = 100

  /// Bytes in a URL.
  static let address = 4096
  /// Bytes in a path. Linux allows 4096 including the terminating NUL.
  static let path = 4095
  /// Bytes in the name of a group.
  static let systemName = 256
  /// Bytes in the name of a player.
  static let playerName = 128
  /// Bytes in a token.
  static let token = 4096
  /// Bytes in an argument; half of what Linux allows.
  static let argument = 65_536
}

/// All faults of a configuration, sorted by file and line.
public struct ConfigFaults: Error, Sendable, Equatable, CustomStringConvertible {
  /// At least one fault.
  public let faults: [Fault]
  /// Possible mistakes in routes without a fault, sorted by file and line. Those that other faults may cause are left out.
  public var warnings: [Fault] = []

  /// All faults, one per line.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

extension Fault.Code {
  package static let configUnreadable = Fault.Code("config.unreadable")
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
