internal import LiveModel

/// A request about what is followed: to list it, which every client may do, or to change it (an order).
public enum FollowRequest: Equatable, Sendable {
  /// Lists everything that is followed.
  case list
  /// Follows teams and players: all of them or, if a name is not understood, none. `isOnly` allows that from now on
  /// nothing else is followed.
  case add([String], isOnly: Bool)
  /// Takes back what `add` has added. `isEverything` allows that from now on every game is followed.
  case remove([String], isEverything: Bool)

  /// The most names in a request.
  public static let mostNames = 100
  /// The longest name in bytes, as in a configuration.
  public static let longestName = ConfigLimits.playerName

  /// Whether the request changes what is followed.
  var isOrder: Bool { self != .list }

  var name: Name {
    switch self {
    case .list: .list
    case .add: .add
    case .remove: .remove
    }
  }
}

extension FollowRequest: Codable {
  /// The value of `op`.
  enum Name: String, Codable, CaseIterable {
    case list = "follow"
    case add = "follow_add"
    case remove = "follow_remove"
  }

  private enum CodingKeys: String, CodingKey { case op, id, `protocol`, names, only, everything }

  /// Decodes a request. A member that its op does not have is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let common: [CodingKeys] = [.op, .id, .protocol]
    switch try container.decode(Name.self, forKey: .op) {
    case .list:
      try decoder.refuseUnknownMembers(besides: common)
      self = .list
    case .add:
      try decoder.refuseUnknownMembers(besides: common + [.names, .only])
      let isOnly = try container.decodeIfPresent(Bool.self, forKey: .only) ?? false
      self = .add(try Self.names(in: container), isOnly: isOnly)
    case .remove:
      try decoder.refuseUnknownMembers(besides: common + [.names, .everything])
      let isEverything = try container.decodeIfPresent(Bool.self, forKey: .everything) ?? false
      self = .remove(try Self.names(in: container), isEverything: isEverything)
    }
  }

  private static func names(in container: KeyedDecodingContainer<CodingKeys>) throws -> [String] {
    let names = try container.decode([String].self, forKey: .names)
    guard (1...mostNames).contains(names.count) else {
      throw Request.Refusal(code: .malformed, message: "'names' has 1 to \(mostNames) elements")
    }
    guard names.allSatisfy({ (1...longestName).contains($0.utf8.count) }) else {
      throw Request.Refusal(code: .malformed, message: "a name has 1 to \(longestName) bytes")
    }
    return names
  }

  /// Encodes the form that `init(from:)` decodes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .op)
    switch self {
    case .list: break
    case .add(let names, let isOnly):
      try container.encode(names, forKey: .names)
      if isOnly { try container.encode(true, forKey: .only) }
    case .remove(let names, let isEverything):
      try container.encode(names, forKey: .names)
      if isEverything { try container.encode(true, forKey: .everything) }
    }
  }
}
