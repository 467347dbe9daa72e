import Foundation

/// Readable JSON.
extension JSONTree {
  init(text: String) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    self = .leaf((try? encoder.encode(text)).map { Array($0) } ?? [])
  }

  /// Returns the lines of the value; a value that fits into `width` is on one line.
  func lines(width: Int = 120) -> [String] {
    let line = oneLine
    if line.count <= width { return [line] }
    switch self {
    case .leaf: return [line]
    case .array(let elements):
      return Self.framed("[", elements.map { $0.lines(width: width - 2) }, "]")
    case .object(let members):
      return Self.framed(
        "{",
        members.map { key, value in
          // The first line has the key before it; a long value is broken as if the key were absent.
          let isShort = "\"\(key)\": \(value.oneLine)".count < width - 2
          var lines = isShort ? [value.oneLine] : value.lines(width: min(width - 2, 100))
          lines[0] = "\"\(key)\": \(lines[0])"
          return lines
        }, "}")
    }
  }

  private var oneLine: String {
    switch self {
    case .leaf(let bytes): String(decoding: bytes, as: UTF8.self)
    case .array(let elements): "[\(elements.map(\.oneLine).joined(separator: ", "))]"
    case .object(let members): "{\(members.map { "\"\($0.key)\": \($0.value.oneLine)" }.joined(separator: ", "))}"
    }
  }

  private static func framed(_ open: String, _ parts: [[String]], _ close: String) -> [String] {
    var lines = [open]
    for (index, part) in parts.enumerated() {
      var part = part.map { "  \($0)" }
      if index < parts.count - 1 { part[part.count - 1] += "," }
      lines += part
    }
    return lines + [close]
  }
}
