internal import FoundationEssentials

/// A JSON object whose members stand in the order in which they were added.
struct ReplyLine {
  /// With its newline.
  private(set) var bytes: [UInt8]

  init(op: String) { bytes = Array("{\"op\":\"\(op)\"}\n".utf8) }

  mutating func add(_ name: String, _ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    guard let value = try? encoder.encode(value) else { return }
    add(members: Array("\"\(name)\":".utf8) + value)
  }

  /// Sequences stand in most lines, and an encoder for each would cost more than all the rest.
  mutating func add(_ name: String, _ number: Int) { add(members: Array("\"\(name)\":\(number)".utf8)) }

  /// A list of objects, each given as its members.
  mutating func add(_ name: String, objects: [[UInt8]]) {
    var list = Array("\"\(name)\":[".utf8)
    for (position, members) in objects.enumerated() {
      if position > 0 { list.append(UInt8(ascii: ",")) }
      list.append(UInt8(ascii: "{"))
      list += members
      list.append(UInt8(ascii: "}"))
    }
    add(members: list + [UInt8(ascii: "]")])
  }

  /// Members that are encoded already.
  mutating func add(members: [UInt8]) {
    guard !members.isEmpty else { return }
    bytes.removeLast(2)
    bytes.append(UInt8(ascii: ","))
    bytes += members
    bytes += [UInt8(ascii: "}"), UInt8(ascii: "\n")]
  }
}
