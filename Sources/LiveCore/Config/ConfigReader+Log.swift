extension ConfigReader {
  private enum LogSettingKey: String, CaseIterable { case maxSize = "max_size" }

  /// Under the least, a single day's games would not fit; over the most, no disk is meant.
  static let logSizes = (16 << 20)...(1 << 40)

  mutating func readLog(_ node: ConfigNode) {
    fields(of: node, as: LogSettingKey.self) { reader, key, value in
      switch key {
      case .maxSize: reader.set(\.log.maxSize, reader.size(value, in: Self.logSizes))
      }
    }
  }

  /// A number of bytes with its unit.
  mutating func size(_ node: ConfigNode, in range: ClosedRange<Int>) -> Int? {
    guard node.kind == .text, let text = node.text else {
      return refuse(node, takes: "a size", hint: "write it with its unit, as in \(SizeText.examples)")
    }
    guard let size = SizeText.parse(text) else {
      refuse(
        .configBadValue, "\(quoted(node.name)) takes a size, and \(quoted(text)) is none", at: node.place,
        hint: "write it as in \(SizeText.examples)")
      return nil
    }
    guard range.contains(size) else {
      let (least, most) = (SizeText.text(of: range.lowerBound), SizeText.text(of: range.upperBound))
      refuse(
        .configBadValue, "\(quoted(node.name)) takes a size from \(least) to \(most), not \(quoted(text))",
        at: node.place)
      return nil
    }
    return size
  }
}
