/// Where the text of a secret is kept: in the configuration itself, or behind a reference that is the whole value.
enum SecretReference: Equatable {
  case plain(String)
  /// `${credential:NAME}`: a file in `$CREDENTIALS_DIRECTORY`.
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
      throw Fault(.configSecret, "this is no reference to a secret", mend: "make the whole value \(Self.forms)")
    }
    switch parts[0] {
    case "credential" where Self.isFileName(parts[1]): self = .credential(parts[1])
    case "file" where parts[1].hasPrefix("/"): self = .file(parts[1])
    case "env": self = .environment(parts[1])
    case "credential": throw Fault(.configSecret, "a credential's name is a file name without '/'")
    case "file": throw Fault(.configSecret, "a secret's file is named by its absolute path")
    default: throw Fault(.configSecret, "this is no reference to a secret", mend: "write \(Self.forms)")
    }
  }

  /// The text itself, without the newline that an editor leaves at its end. Throws a fault without a place.
  func resolve(in environment: [String: String]) throws(Fault) -> Secret {
    let text: String
    switch self {
    case .plain(let value): text = value
    case .file(let path): text = try Self.read(path)
    case .environment(let name):
      guard let value = environment[name] else {
        throw Fault(.configSecret, "the environment has no '\(name)'", mend: "set it in the unit with EnvironmentFile=")
      }
      text = value
    case .credential(let name):
      guard let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty else {
        throw Fault(
          .configSecret, "there is no $CREDENTIALS_DIRECTORY to look for '\(name)' in",
          mend: "add 'LoadCredential=\(name)' to the unit, or set the variable to the folder that holds it")
      }
      text = try Self.read("\(folder)/\(name)")
    }
    let trimmed = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !trimmed.isEmpty else { throw Fault(.configSecret, "the secret is empty") }
    return Secret(trimmed)
  }

  private static func read(_ path: String) throws(Fault) -> String {
    do {
      return try SmallFile.text(at: path, limit: limit)
    } catch {
      throw Fault(.configSecret, "the secret's file '\(path)' \(error.message)", mend: error.mend)
    }
  }

  private static func isFileName(_ text: String) -> Bool {
    !text.contains("/") && text != "." && text != ".."
  }
}
