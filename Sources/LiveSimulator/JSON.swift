/// A JSON value, written without whitespace and with its members in the given order.
enum JSON: Sendable {
  case string(String)
  case number(Int)
  /// A finite number, which always has a decimal point.
  case decimal(Double)
  case bool(Bool)
  case array([JSON])
  case object([(String, JSON)])
  case null
  /// Bytes that are already JSON.
  case written([UInt8])

  /// Returns the object with further members at the end.
  func adding(_ members: [(String, JSON)]) -> JSON {
    guard case .object(let own) = self else { return self }
    return .object(own + members)
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .string(let text): Self.quote(text, to: &bytes)
    case .number(let number): bytes += String(number).utf8
    case .decimal(let number): bytes += String(number).utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    case .written(let own): bytes += own
    case .array(let elements): Self.write(elements, to: &bytes)
    case .object(let members): Self.write(members, to: &bytes)
    }
  }

  private static func write(_ elements: [JSON], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for position in 0..<elements.count {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      elements[position].write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Member names are constants that need no escape.
  private static func write(_ members: [(String, JSON)], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for position in 0..<members.count {
      bytes += (position > 0 ? ",\"" : "\"").utf8
      bytes += members[position].0.utf8
      bytes += "\":".utf8
      members[position].1.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Names and sentences of the simulator contain no control characters.
  private static func quote(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if Self.needsEscape(text) {
      for byte in text.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
    } else {
      bytes += text.utf8
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// By pointer, because an iterator takes ten times as long in a debug build.
  private static func needsEscape(_ text: String) -> Bool {
    let isFound = text.utf8.withContiguousStorageIfAvailable { buffer in
      guard let first = buffer.baseAddress else { return false }
      var index = 0
      while index < buffer.count {
        if first[index] == 0x22 || first[index] == 0x5C { return true }
        index += 1
      }
      return false
    }
    return isFound ?? true
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
}

extension JSON {
  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  /// Returns the object with these members; each replaces the one of its name, or is appended.
  func merging(_ members: [(String, JSON)]) -> JSON {
    guard case .object(var own) = self else { return self }
    for member in members {
      if let place = own.firstIndex(where: { $0.0 == member.0 }) { own[place] = member } else { own.append(member) }
    }
    return .object(own)
  }

  /// Returns the object with one member changed, if it has that member.
  func changing(_ name: String, _ change: (JSON) -> JSON) -> JSON {
    guard let value = self[name] else { return self }
    return merging([(name, change(value))])
  }

  /// Returns the array with every element changed.
  func mapping(_ change: (JSON) -> JSON) -> JSON {
    guard case .array(let elements) = self else { return self }
    return .array(elements.map(change))
  }

  /// Returns the array with one element changed, if it has that element.
  func mapping(at index: Int, _ change: (JSON) -> JSON) -> JSON {
    guard case .array(var elements) = self, elements.indices.contains(index) else { return self }
    elements[index] = change(elements[index])
    return .array(elements)
  }
}

/// Members of a feed with a wrong type or an absurd number. No fact depends on them.
struct Mistyping: Sendable {
  /// `metaData.wait`.
  let wait: JSON
  /// `gameData.absChallenges.<side>.remaining`.
  let remaining: JSON
  /// Changed members by the index of the play.
  private var spoilt: [Int: [Member]] = [:]

  private enum Member: CaseIterable {
    case runsBattedIn, event, captivatingIndex, playEndTime, pitchNumber, credit, unknown, hasReview
  }

  /// Values that none of these members may have.
  private static let wrong: [JSON] = [
    "0", .number(.max), .number(.min), .number(.max - 1), .null, .bool(true), ["a"], ["a": ["b": 1]], "",
  ]

  init(plays: Int, dice: SplitMix64) {
    var dice = dice
    (wait, remaining) = (dice.pick(Self.wrong), dice.pick(Self.wrong))
    for index in 0..<plays where dice.chance(0.15) {
      spoilt[index] = Member.allCases.filter { _ in dice.chance(0.3) }
    }
  }

  func applied(to document: JSON, of index: Int) -> JSON {
    (spoilt[index] ?? []).reduce(document) { Self.spoil($1, of: $0, with: Self.wrong[index % Self.wrong.count]) }
  }

  private static func spoil(_ member: Member, of document: JSON, with value: JSON) -> JSON {
    switch member {
    case .runsBattedIn: document.changing("result") { $0.replacing("rbi", with: value) }
    case .event: document.changing("result") { $0.replacing("event", with: value) }
    case .captivatingIndex: document.changing("about") { $0.replacing("captivatingIndex", with: value) }
    case .hasReview: document.changing("about") { $0.replacing("hasReview", with: value) }
    case .playEndTime: document.replacing("playEndTime", with: value)
    case .pitchNumber:
      document.changing("playEvents") { events in events.mapping { $0.replacing("pitchNumber", with: value) } }
    case .credit: document.changing("runners") { $0.mapping { spoilPutouts($0, with: value) } }
    case .unknown: document.adding([("neverHeardOf", value)])
    }
  }

  /// Changes the player and the position of a putout credit.
  private static func spoilPutouts(_ runner: JSON, with value: JSON) -> JSON {
    runner.changing("credits") { credits in
      credits.mapping { credit in
        guard case .string("f_putout")? = credit["credit"] else { return credit }
        return credit.replacing("player", with: value).replacing("position", with: value)
      }
    }
  }
}

extension JSON {
  /// Returns the object with another value for one of its members, if it has that member.
  fileprivate func replacing(_ name: String, with value: JSON) -> JSON { changing(name) { _ in value } }
}
