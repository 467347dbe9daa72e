internal import FoundationEssentials
public import LiveModel

/// An order to read the configuration again.
struct ReloadRequest: Equatable, Sendable {
  /// Credentials that replace those that the daemon has; nil to keep them.
  var credentials: Credentials?
}

extension ReloadRequest: Codable {
  static let op = "reload"

  private enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, credentials }

  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    credentials = try container.decodeIfPresent(Credentials.self, forKey: .credentials)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.op, forKey: .op)
    try container.encodeIfPresent(credentials, forKey: .credentials)
  }
}

/// The outcome of a reload: the answer to a `ReloadRequest`.
public struct ReloadAnswer: Equatable, Sendable {
  /// Whether the configuration is in force; otherwise the old one still is.
  public var isApplied: Bool
  /// The changes, such as `follow` and `sink 'chat' added`.
  public var changes: [String] = []
  /// Keys whose new value takes effect only after a restart.
  public var needsRestart: [String] = []
  /// Settings that may be mistakes, one text each.
  public var warnings: [String] = []
  /// The errors of a refused configuration, one text each.
  public var errors: [String] = []

  /// The most errors, and the most warnings, in an answer.
  static let most = 100

  /// A configuration that is in force.
  init(changes: [String], needsRestart: [String], warnings: [Fault]) {
    isApplied = true
    (self.changes, self.needsRestart, self.warnings) = (changes, needsRestart, Self.texts(warnings))
  }

  /// A configuration that was refused.
  init(errors: [Fault]) {
    isApplied = false
    self.errors = Self.texts(errors)
  }

  private static func texts(_ faults: [Fault]) -> [String] {
    let texts = faults.prefix(most).map(\.description)
    return faults.count > most ? texts + ["and \(faults.count - most) more"] : texts
  }

  /// Returns changes in words: `follow and routes changed, sink 'chat' added`.
  static func words(of changes: [String]) -> String {
    let keys = changes.filter { !$0.contains(" ") }
    let phrases = changes.filter { $0.contains(" ") }
    let parts = (keys.isEmpty ? [] : ["\(keys.listed(with: "and")) changed"]) + phrases
    return parts.isEmpty ? "nothing has changed" : parts.joined(separator: ", ")
  }

  /// The changes in words.
  public var changesInWords: String { Self.words(of: changes) }

  func addMembers(to line: inout ReplyLine) {
    line.add(CodingKeys.isApplied.rawValue, isApplied)
    for (key, texts) in [
      (CodingKeys.changes, changes), (.needsRestart, needsRestart), (.warnings, warnings), (.errors, errors),
    ] where !texts.isEmpty {
      line.add(key.rawValue, texts)
    }
  }
}

extension ReloadAnswer: Decodable {
  private enum CodingKeys: String, CodingKey {
    case changes, warnings, errors
    case isApplied = "applied"
    case needsRestart = "needs_restart"
  }

  /// Decodes the answer; an absent list is empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    isApplied = try container.decode(Bool.self, forKey: .isApplied)
    changes = try container.decodeIfPresent([String].self, forKey: .changes) ?? []
    needsRestart = try container.decodeIfPresent([String].self, forKey: .needsRestart) ?? []
    warnings = try container.decodeIfPresent([String].self, forKey: .warnings) ?? []
    errors = try container.decodeIfPresent([String].self, forKey: .errors) ?? []
  }

  /// Decodes the answer of a daemon of any version. Throws `socket.bad-answer` when a member has another type.
  public init(_ line: WatchLine) throws(Fault) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(line.bytes))
    } catch {
      throw .unreadableAnswer
    }
  }
}
