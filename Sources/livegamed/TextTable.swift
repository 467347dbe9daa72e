/// A table with a header row and columns as wide as their widest cell.
struct TextTable {
  /// Colour of a row on a terminal.
  enum Colour: String {
    case plain = "0"
    case red = "31"
    case yellow = "33"
    case green = "32"
    case dim = "2"
    case bold = "1"

    func paint(_ text: String, if hasColour: Bool) -> String {
      hasColour && self != .plain ? "\u{1b}[\(rawValue)m\(text)\u{1b}[0m" : text
    }
  }

  private var rows: [(cells: [String], colour: Colour)]

  init(_ head: String...) { rows = [(head, .dim)] }

  /// Adds a row with as many cells as the header. Cells are reduced to one line and their control characters are
  /// escaped.
  mutating func add(_ cells: [String], colour: Colour = .plain) { rows.append((cells.map(\.onOneLine), colour)) }

  /// Returns lines for `Terminal.say(drawn:)`; none for a table without rows.
  func lines(hasColour: Bool) -> [String] {
    let widths = widths
    return shownRows.map { cells, colour in Self.line(cells, widths, colour, hasColour) }
  }

  /// Returns lines of at most `width` columns. The last column is broken at spaces. As long as it has less room than it needs and than `leastText`, the next of the columns with the
  /// titles `expendable` is dropped.
  func lines(hasColour: Bool, width: Int, dropping expendable: [String] = []) -> [String] {
    var table = self
    for title in expendable where table.room(in: width) < min(table.widths.last ?? 0, Self.leastText) {
      table.drop(title)
    }
    let (room, widths) = (max(table.room(in: width), Self.shortestText), table.widths)
    return table.shownRows.flatMap { cells, colour in
      let pieces = (cells.last ?? "").wrapped(to: room)
      return pieces.enumerated().map { index, piece in
        let before = cells.dropLast().map { index == 0 ? $0 : "" }
        return Self.line(before + [piece], widths, colour, hasColour, width)
      }
    }
  }

  /// The room that the last column should have, and the least that it gets.
  private static let (leastText, shortestText) = (24, 12)

  private var shownRows: [(cells: [String], colour: Colour)] { rows.count > 1 ? rows : [] }

  private var widths: [Int] {
    rows[0].cells.indices.map { column in rows.map { $0.cells[column].columns }.max() ?? 0 }
  }

  /// Returns the columns that are left to the last column.
  private func room(in width: Int) -> Int { width - widths.dropLast().reduce(0) { $0 + $1 + 2 } }

  private mutating func drop(_ title: String) {
    guard let column = rows[0].cells.firstIndex(of: title) else { return }
    for row in rows.indices { rows[row].cells.remove(at: column) }
  }

  private static func line(
    _ cells: [String], _ widths: [Int], _ colour: Colour, _ hasColour: Bool, _ width: Int = .max
  ) -> String {
    let line = zip(cells, widths).map { $0.padding(to: $1) }.joined(separator: "  ")
    // The last column is padded to its widest cell, which may be wider than the room of a broken one.
    return colour.paint(line.trimmingEnd().cut(to: width), if: hasColour)
  }
}

extension String {
  /// The text on one line, without characters that control a terminal or change the direction of text. Line ends and
  /// tabs become spaces. Every other control, format or unassigned character is escaped, as in `\u{1B}` and `\u{202E}`.
  ///
  /// All text from outside must pass through it before it reaches a terminal: names, sentences, tags, answers, errors.
  var onOneLine: String {
    guard unicodeScalars.contains(where: \.isNotShown) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if !scalar.isNotShown {
        text.unicodeScalars.append(scalar)
      } else if scalar.isLineEndOrTab {
        text += " "
      } else {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
  }

  /// The same JSON, in which characters that control a terminal or change the direction of text are escapes such as
  /// `\u202E`. In valid JSON they occur in strings only. Control characters below U+0020 cannot occur in a string and
  /// become spaces.
  var escapedJSON: String {
    guard unicodeScalars.contains(where: \.isNotShown) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if !scalar.isNotShown {
        text.unicodeScalars.append(scalar)
      } else if scalar.value < 0x20 {
        text += " "
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
  }

  /// Number of columns on a terminal.
  var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  /// Appends spaces up to the width.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

  /// Puts spaces before the text up to the width, as for a column of numbers.
  func alignedRight(to width: Int) -> String { String(repeating: " ", count: max(0, width - columns)) + self }

  /// Shortens the text to at most `width` columns, with a `…` in place of the rest.
  func cut(to width: Int) -> String {
    guard columns > width else { return self }
    guard width > 0 else { return "" }
    var (text, taken) = ("", 0)
    for character in self {
      taken += String(character).columns
      guard taken < width else { break }
      text.append(character)
    }
    return text + "…"
  }

  /// Removes trailing spaces.
  func trimmingEnd() -> String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}

extension Unicode.Scalar {
  /// True for characters that control the terminal, break the line, change the direction of text or are unassigned.
  fileprivate var isNotShown: Bool {
    // Avoid the slow property look-up for ASCII.
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
    default: false
    }
  }

  fileprivate var isLineEndOrTab: Bool {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Columns on a terminal: 0 for combining characters, 2 for wide ones, else 1. Approximates `wcwidth(3)`.
  fileprivate var columns: Int {
    if isASCII { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Hangul vowels and finals join the preceding syllable. A flag consists of two regional indicators.
    if (0x1160...0x11FF).contains(value) { return 0 }
    if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
    return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// - Source: Unicode, `EastAsianWidth.txt`, W and F, in whole blocks.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}
