internal import LiveModel
internal import Yams

/// Parses the text of one configuration file into nodes. This is the only code that uses Yams.
struct ConfigText {
  /// Limits for the bytes of a file, the nesting depth, the aliases, and the reported faults. Aliases are limited
  /// because Yams resolves them, and aliases of aliases grow exponentially.
  static let limits = (bytes: 1 << 20, depth: 32, aliases: 16, faults: 100)

  /// A line and a column, both counted from 1. The column counts Unicode scalars.
  struct Position {
    var line: Int
    var column: Int

    init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
    init(_ mark: Mark?) { self.init(line: mark?.line ?? 1, column: mark?.column ?? 1) }
  }

  private let file: String
  private var scalars: [Unicode.Scalar]
  private(set) var faults: [Fault] = []

  init(_ text: String, file: String) {
    self.file = file
    let byteOrderMark: Unicode.Scalar = "\u{FEFF}"
    let scalars = Array(text.unicodeScalars)
    self.scalars = scalars.first == byteOrderMark ? Array(scalars.dropFirst()) : scalars
  }

  /// Parses the file. Returns nil if the file is empty, or if it is invalid; `faults` then has the reason.
  mutating func root() -> ConfigNode? {
    guard isSafeToParse() else { return nil }
    // Yams stops at a duplicate key. Report it, mask the key and parse again, so that one pass finds all faults. The
    // number of attempts falls with the size of the file.
    for attempt in 0..<max(1, min(64, Self.limits.bytes / max(1, scalars.count))) {
      do {
        // All values are read as text. The default rules for their types are regular expressions, which would add two
        // milliseconds to the start.
        let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
        let root = try parser.singleRoot()
        // Keep the parser alive: anchors are weak references, and an alias is recognized by its anchor.
        return withExtendedLifetime(parser) { root.flatMap { node(from: $0, under: "", depth: 1) } }
      } catch let YamlError.duplicatedKeysInMapping(names, context) {
        refuse(
          .configDuplicateKey, "the key \(quoted(names.first ?? "")) is there twice in one mapping",
          at: Position(context.mark),
          hint: "keep one of them")
        guard mask(Position(context.mark), number: attempt) else { return nil }
      } catch {
        refuse(error)
        return nil
      }
    }
    return nil
  }

  private var text: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Replaces the first letter of a key with a private-use character. Fields with such a key are skipped.
  private mutating func mask(_ position: Position, number: Int) -> Bool {
    guard var index = index(of: position), let letter = Unicode.Scalar(0xE000 + UInt32(number)) else { return false }
    if ["\"", "'"].contains(scalars[index]) { index += 1 }
    guard scalars.indices.contains(index), scalars[index] != "\n" else { return false }
    scalars[index] = letter
    return true
  }

  private static func isMasked(_ key: String) -> Bool {
    key.unicodeScalars.first.map { (0xE000...0xE03F).contains($0.value) } ?? false
  }

  private func index(of position: Position) -> Int? {
    var line = 1
    var start = 0
    for (index, scalar) in scalars.enumerated() where line < position.line && isLineEnd(scalar, at: index) {
      line += 1
      start = index + 1
    }
    let index = start + position.column - 1
    return line == position.line && scalars.indices.contains(index) ? index : nil
  }

  /// Returns a line and the one above it.
  private func lines(endingAt number: Int) -> [String] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return [number, number - 1].filter { (1...lines.count).contains($0) }.map { String(lines[$0 - 1].prefix(1000)) }
  }

  private func isLineEnd(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
    switch scalar {
    case "\r": index + 1 == scalars.count || scalars[index + 1] != "\n"
    case "\n", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// Checks the text before it goes to Yams. Reports characters that YAML forbids, and too many aliases.
  private mutating func isSafeToParse() -> Bool {
    var (line, column, aliases) = (1, 1, 0)
    for (index, scalar) in scalars.enumerated() {
      if !Self.isPrintable(scalar) {
        let position = Position(line: line, column: column)
        refuse(.configSyntax, "there is a control character here", at: position, hint: "remove it")
        return false
      }
      if scalar == "*", isAlias(at: index) { aliases += 1 }
      column += 1
      if isLineEnd(scalar, at: index) { (line, column) = (line + 1, 1) }
      guard aliases <= Self.limits.aliases else {
        refuseAlias(at: Position(line: line, column: column - 1))
        return false
      }
    }
    return true
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE040...0xFFFD, 0x10000...: scalar.value != 0xFEFF
    default: false
    }
  }

  /// Returns true for a `*` that begins a word. Also counts one inside quoted text, which is harmless: only a YAML
  /// parser can tell the two apart.
  private func isAlias(at index: Int) -> Bool {
    let before = index == 0 ? " " : scalars[index - 1]
    guard [" ", "\t", "\n", "\r", "[", "{", ",", ":"].contains(before), index + 1 < scalars.count else { return false }
    return scalars[index + 1].properties.isAlphabetic || ("0"..."9").contains(scalars[index + 1])
      || ["-", "_"].contains(scalars[index + 1])
  }

  private func place(_ position: Position) -> Fault.Place {
    .file(file, line: position.line, column: position.column)
  }

  private func place(_ mark: Mark?) -> Fault.Place { place(Position(mark)) }

  private mutating func refuse(_ code: Fault.Code, _ message: String, at position: Position, hint: String? = nil) {
    let fault = Fault(code, message, at: place(position), hint: hint)
    if faults.count < Self.limits.faults, !faults.contains(fault) { faults.append(fault) }
  }

  private mutating func refuseAlias(at position: Position) {
    refuse(.configSyntax, "anchors and aliases are not read here", at: position, hint: "write the value out")
  }

  private mutating func refuse(_ error: any Error) {
    switch error {
    case YamlError.composer(_, let problem, let mark, _) where problem.contains("another document"):
      refuse(
        .configSyntax, "a second document begins here", at: Position(mark),
        hint: "put it in a file of its own in livegamed.d/")
    case YamlError.composer(_, _, let mark, _):
      refuseAlias(at: Position(mark))
    case YamlError.scanner(_, _, let mark, _) where index(of: Position(mark)).map { scalars[$0] } == "\t":
      refuse(.configSyntax, "a tab indents this line", at: Position(mark), hint: "indent with spaces, not tabs")
    case YamlError.parser(_, let problem, let mark, _) where problem.hasPrefix("Maximum nesting"):
      refuse(.configSyntax, "nested deeper than \(Self.limits.depth) levels", at: Position(mark))
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _):
      refuse(
        .configSyntax, "this is not YAML: \(problem)", at: Position(mark),
        hint: YAMLHint.hint(about: lines(endingAt: Position(mark).line)) ?? "look at the line above too")
    default:
      refuse(.configSyntax, "this is not YAML", at: Position(line: 1, column: 1))
    }
  }
}

extension ConfigText {
  /// Converts a Yams node. Returns nil after reporting a node that the configuration does not support.
  private mutating func node(from yaml: Node, under name: String, depth: Int) -> ConfigNode? {
    guard yaml.anchor == nil else {
      refuseAlias(at: Position(yaml.mark))
      return nil
    }
    guard depth <= Self.limits.depth else {
      refuse(.configSyntax, "nested deeper than \(Self.limits.depth) levels", at: Position(yaml.mark))
      return nil
    }
    return content(of: yaml, under: name, depth: depth).map {
      ConfigNode(name: name, place: place(yaml.mark), content: $0)
    }
  }

  private mutating func content(of yaml: Node, under name: String, depth: Int) -> ConfigNode.Content? {
    switch yaml {
    case .scalar(let scalar): return .scalar(scalar.string, isPlain: scalar.style == .plain)
    case .sequence(let sequence): return .list(sequence.compactMap { node(from: $0, under: name, depth: depth + 1) })
    case .mapping(let mapping): return .mapping(mapping.compactMap { field(from: $0, to: $1, depth: depth + 1) })
    case .alias:
      refuseAlias(at: Position(yaml.mark))
      return nil
    }
  }

  private mutating func field(from key: Node, to value: Node, depth: Int) -> ConfigNode.Field? {
    guard key.anchor == nil else {
      refuseAlias(at: Position(key.mark))
      return nil
    }
    guard case .scalar(let scalar) = key else {
      refuse(.configWrongType, "a key takes text, not a list or a mapping", at: Position(key.mark))
      return nil
    }
    guard !Self.isMasked(scalar.string), let value = node(from: value, under: scalar.string, depth: depth) else {
      return nil
    }
    return ConfigNode.Field(key: scalar.string, place: place(key.mark), value: value)
  }
}

/// A value in a configuration file and its place.
struct ConfigNode: Equatable, Sendable {
  indirect enum Content: Equatable, Sendable {
    /// `isPlain` is true without quotes; the text can then stand for a number, a boolean or null.
    case scalar(String, isPlain: Bool)
    case list([ConfigNode])
    case mapping([Field])
  }

  /// One `key: value`.
  struct Field: Equatable, Sendable {
    var key: String
    var place: Fault.Place
    var value: ConfigNode
  }

  /// The key of this value, or of the list that contains it; empty at the root.
  var name: String
  var place: Fault.Place
  var content: Content

  /// The types of the YAML 1.2 core schema, without forms of YAML 1.1 such as `yes`, `0660` and `1:30`.
  enum Kind: String {
    case nothing
    case flag = "true or false"
    case number = "a number"
    case text
    case list = "a list"
    case mapping = "a mapping"
  }

  var kind: Kind {
    switch content {
    case .list: .list
    case .mapping: .mapping
    case .scalar(_, isPlain: false): .text
    case .scalar("", _), .scalar("~", _), .scalar("null", _): .nothing
    case .scalar("true", _), .scalar("false", _): .flag
    case .scalar(let text, _): Self.isNumber(text) ? .number : .text
    }
  }

  /// The text of a scalar of any kind; nil for a list or mapping.
  var text: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }

  /// The scalars of a list, with their places; none for another value.
  var elements: [(name: String, place: Fault.Place)] {
    guard case .list(let nodes) = content else { return [] }
    return nodes.compactMap { node in node.text.map { ($0, node.place) } }
  }

  private static func isNumber(_ text: String) -> Bool {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    guard let first = digits.utf8.first, first == UInt8(ascii: ".") || first.isASCIIDigit else { return false }
    return Double(text) != nil
  }
}
