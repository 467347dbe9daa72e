/// A valid body as a tree that can be trimmed and reordered. Keys and leaves keep their original bytes.
indirect enum JSONTree: Sendable {
  case leaf([UInt8])
  case array([JSONTree])
  case object([(key: String, value: JSONTree)])

  init(_ body: [UInt8]) {
    var index = 0
    self = Self.value(body, &index)
  }

  /// The body without whitespace.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Returns what StatsAPI keeps with `fields=`: a key stays if it and its parents are listed; `ID592450` stays with
  /// its parent.
  func trimmed(to names: Set<String>) -> JSONTree {
    switch self {
    case .leaf: self
    case .array(let elements): .array(elements.map { $0.trimmed(to: names) })
    case .object(let members):
      .object(
        members.filter { names.contains($0.key) || $0.key.isPlayer }.map { ($0.key, $0.value.trimmed(to: names)) })
    }
  }

  func shuffled(by generator: inout SplitMix) -> JSONTree {
    switch self {
    case .leaf: return self
    case .array(let elements): return .array(elements.map { $0.shuffled(by: &generator) })
    case .object(let members):
      let inner = members.map { (key: $0.key, value: $0.value.shuffled(by: &generator)) }
      return .object(inner.shuffled(using: &generator))
    }
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .leaf(let text): bytes += text
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        bytes += Array((index > 0 ? ",\"" : "\"").utf8) + Array(member.key.utf8) + Array("\":".utf8)
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func value(_ body: [UInt8], _ index: inout Int) -> JSONTree {
    skipSpace(body, &index)
    switch body[index] {
    case UInt8(ascii: "{"): return object(body, &index)
    case UInt8(ascii: "["): return array(body, &index)
    case UInt8(ascii: "\""): return .leaf(string(body, &index))
    default:
      let start = index
      while ![UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A].contains(body[index]) { index += 1 }
      return .leaf(Array(body[start..<index]))
    }
  }

  private static func object(_ body: [UInt8], _ index: inout Int) -> JSONTree {
    var members: [(key: String, value: JSONTree)] = []
    repeat {
      index += 1
      skipSpace(body, &index)
      guard body[index] != UInt8(ascii: "}") else { break }
      let key = String(decoding: string(body, &index).dropFirst().dropLast(), as: UTF8.self)
      skipSpace(body, &index)
      index += 1
      members.append((key, value(body, &index)))
      skipSpace(body, &index)
    } while body[index] == UInt8(ascii: ",")
    index += 1
    return .object(members)
  }

  private static func array(_ body: [UInt8], _ index: inout Int) -> JSONTree {
    var elements: [JSONTree] = []
    repeat {
      index += 1
      skipSpace(body, &index)
      guard body[index] != UInt8(ascii: "]") else { break }
      elements.append(value(body, &index))
      skipSpace(body, &index)
    } while body[index] == UInt8(ascii: ",")
    index += 1
    return .array(elements)
  }

  private static func string(_ body: [UInt8], _ index: inout Int) -> [UInt8] {
    let start = index
    index += 1
    while body[index] != UInt8(ascii: "\"") { index += body[index] == UInt8(ascii: "\\") ? 2 : 1 }
    index += 1
    return Array(body[start..<index])
  }

  private static func skipSpace(_ body: [UInt8], _ index: inout Int) {
    while body[index] <= 0x20 { index += 1 }
  }
}

extension String {
  fileprivate var isPlayer: Bool { hasPrefix("ID") && count > 2 && dropFirst(2).allSatisfy(\.isNumber) }
}
