/// Where the text of a secret is kept: in the configuration itself, or behind a reference that is the whole value.
enum SecretReference: Equatable {
  case plain(String)
  /// `${credential:NAME}`: a file in `$CREDENTIALS_DIRECTORY`, or where the service's are kept.
  case credential(String)
  /// `${file:PATH}`.
  case file(String)
  /// `${env:NAME}`.
  case environment(String)

  private static let forms = "'${credential:NAME}', '${file:/PATH}' or '${env:NAME}'"
  private static let limit = 64 << 10

  /// Throws a fault without a place.
  init(_ text: String) throws(Fault) {
    guard text.contains("${") else {
      self = .plain(text)
      return
    }
    let inner = text.dropFirst(2).dropLast()
    let parts = inner.split(separator: ":", maxSplits: 1).map(String.init)
    guard text.hasPrefix("${"), text.hasSuffix("}"), !inner.contains("${"), parts.count == 2 else {
      throw Fault(.configSecret, "this is no reference to a secret", hint: "make the whole value \(Self.forms)")
    }
    switch parts[0] {
    case "credential" where Self.isFileName(parts[1]): self = .credential(parts[1])
    case "file" where parts[1].hasPrefix("/"): self = .file(parts[1])
    case "env": self = .environment(parts[1])
    case "credential": throw Fault(.configSecret, "a credential's name is a file name without '/'")
    case "file": throw Fault(.configSecret, "a secret's file is named by its absolute path")
    default: throw Fault(.configSecret, "this is no reference to a secret", hint: "write \(Self.forms)")
    }
  }

  /// The text itself, without the newline that an editor leaves at its end. Throws a fault without a place.
  func resolve(in environment: [String: String], or store: String = store) throws(Fault) -> Secret {
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
      text = try Self.credential(name, in: environment["CREDENTIALS_DIRECTORY"] ?? "", or: store)
    }
    let trimmed = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !trimmed.isEmpty else { throw Fault(.configSecret, "the secret is empty") }
    return Secret(trimmed)
  }

  /// systemd puts the unit's name for the folder before the names of the files in it. Where there is no systemd, an
  /// operator tries the configuration by hand.
  private static func credential(_ name: String, in folder: String, or store: String) throws(Fault) -> String {
    guard !folder.isEmpty else { return try read("\(store)/\(name)") }
    for path in ["\(folder)/\(name)", "\(folder)/livegamed_\(name)"] {
      do {
        return try SmallFile.text(at: path, limit: limit)
      } catch  where !error.isAbsent {
        throw Fault(.configSecret, "the credential '\(path)' \(error.message)", hint: error.hint)
      } catch {
        continue
      }
    }
    throw Fault(
      .configSecret, "there is no credential '\(name)' in '\(folder)'",
      hint: "put it into \(store)/\(name) and restart livegamed, for a reload brings no new credentials")
  }

  /// The folder that the unit passes as credentials.
  static let store = "/etc/livegamed/credentials"

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
