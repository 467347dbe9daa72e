internal import LiveModel
internal import LivePlatform

/// The source of a secret: the configuration itself, or a reference that is the whole value.
enum SecretReference: Equatable {
  case plain(String)
  /// `${credential:NAME}`: a file in `$CREDENTIALS_DIRECTORY` that the unit names, or one in `store`.
  case credential(String)
  /// `${file:PATH}`: a file with an absolute path.
  case file(String)
  /// `${env:NAME}`: an environment variable.
  case environment(String)

  /// Whether the configuration itself contains the secret.
  var isPlain: Bool { if case .plain = self { true } else { false } }

  private static let forms = "'${credential:NAME}', '${file:/PATH}' or '${env:NAME}'"
  private static let limit = 64 << 10
  /// The id of the folder of credentials in the unit, where systemd stores a text of its own.
  private static let unit = "livegamed"

  /// Parses a value. Throws a fault without a place.
  init(_ text: String) throws(Fault) {
    guard text.contains("${") else {
      self = .plain(text)
      return
    }
    let inner = text.dropFirst(2).dropLast()
    let parts = inner.split(separator: ":", maxSplits: 1).map(String.init)
    guard text.hasPrefix("${"), text.hasSuffix("}"), !inner.contains("${"), parts.count == 2 else {
      throw Fault(.configSecret, "this is not a reference to a secret", hint: "make the whole value \(Self.forms)")
    }
    switch parts[0] {
    case "credential" where parts[1] == Self.unit:
      throw Fault(.configSecret, "a credential cannot have the name '\(Self.unit)'", hint: "give it another one")
    case "credential" where Self.isFileName(parts[1]): self = .credential(parts[1])
    case "file" where parts[1].hasPrefix("/"): self = .file(parts[1])
    case "env": self = .environment(parts[1])
    case "credential": throw Fault(.configSecret, "a credential's name is a file name without '/'")
    case "file": throw Fault(.configSecret, "a secret's file is named by its absolute path")
    default: throw Fault(.configSecret, "this is not a reference to a secret", hint: "write \(Self.forms)")
    }
  }

  /// Reads the secret. Removes one trailing newline, which editors add. `credentials` replace those that systemd passed
  /// from `store` at the start. Throws a fault without a place.
  func resolve(
    in environment: [String: String], credentials: Credentials? = nil, or store: String = Credentials.folder
  ) throws(Fault) -> Secret {
    let text: String
    switch self {
    case .plain(let value): text = value
    case .file(let path): text = try Self.read(path)
    case .environment(let name):
      guard let value = environment[name] else {
        throw Fault(.configSecret, "the environment has no '\(name)'", hint: "set it in the unit with EnvironmentFile=")
      }
      text = value
    case .credential(let name):
      text = try Self.credential(name, in: environment["CREDENTIALS_DIRECTORY"] ?? "", or: store, credentials)
    }
    let trimmed = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !trimmed.isEmpty else { throw Fault(.configSecret, "the secret is empty") }
    return Secret(trimmed)
  }

  /// Reads a credential: one that the unit names, else one of the directory `store`. Of that, systemd passes copies whose
  /// names it prefixes with the id of the directory; `given` are newer. Without systemd, as in a manual check of the
  /// configuration, reads the file in `store`, unless it is given.
  private static func credential(
    _ name: String, in folder: String, or store: String, _ given: Credentials?
  ) throws(Fault) -> String {
    guard !folder.isEmpty else {
      if let text = given?[name] { return text }
      if let text = try existing("\(store)/\(name)") { return text }
      throw Fault(
        .configSecret, "the secret's file '\(store)/\(name)' does not exist",
        hint: similar(to: name, in: store, nil) ?? "put the secret into this file")
    }
    if let text = try existing("\(folder)/\(name)") { return text }
    if let text = if let given { given[name] } else { try existing("\(folder)/livegamed_\(name)") } { return text }
    throw Fault(
      .configSecret, "there is no credential '\(name)' in '\(given == nil ? folder : store)'",
      hint: similar(to: name, in: folder, given)
        ?? "put it into \(store)/\(name), then \(given == nil ? "restart" : "reload") livegamed")
  }

  /// Returns `did you mean 'x'?` for the nearest name among the credentials in a folder and those given; nil if none is
  /// near, or the folder cannot be listed. Of the folder's names, those with the id of the directory are used without it,
  /// unless others are given in their place.
  private static func similar(to name: String, in folder: String, _ given: Credentials?) -> String? {
    let visible = (try? Folder.names(in: folder, limit: 1000) { !$0.hasPrefix(".") }) ?? []
    let prefix = "\(unit)_"
    let stored = visible.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    let names = visible.filter { !$0.hasPrefix(prefix) } + (given?.names ?? stored)
    return Suggestion.credential(name, among: Set(names).sorted()).map { "did you mean '\($0)'?" }
  }

  /// Reads the file of a credential. Returns nil if it does not exist.
  private static func existing(_ path: String) throws(Fault) -> String? {
    do {
      return try SmallFile.text(at: path, limit: limit)
    } catch {
      guard !error.isAbsent else { return nil }
      throw Fault(.configSecret, "the credential '\(path)' \(error.message)", hint: error.hint)
    }
  }

  private static func read(_ path: String) throws(Fault) -> String {
    do {
      return try SmallFile.text(at: path, limit: limit)
    } catch {
      throw Fault(.configSecret, "the secret's file '\(path)' \(error.message)", hint: error.hint)
    }
  }

  private static func isFileName(_ text: String) -> Bool {
    !text.contains("/") && text != "." && text != ".."
  }
}
