import LiveCore

extension String {
  /// On one line, and without anything that a terminal would obey or turn around: line ends and tabs are spaces, and
  /// every other control, format or unknown character is written out, as in `\u{1B}` and `\u{202E}`.
  ///
  /// All text that comes from outside goes through it on its way to a terminal: names, sentences, tags, answers,
  /// errors.
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

  /// The same JSON, with everything that a terminal would obey or turn around as an escape such as `\u202E`. Within
  /// JSON such characters stand in strings alone; a control character below U+0020 stands in none, and is a space.
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

  /// How many columns of a terminal it takes.
  var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  /// With spaces behind it, so that it takes so many columns.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

  /// At most so many columns, with a `…` where something is left out.
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

  /// Without spaces at its end.
  func trimmingEnd() -> String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}

extension Unicode.Scalar {
  /// A terminal does not show it but obeys it, breaks the line at it, turns the text around, or knows nothing of it.
  fileprivate var isNotShown: Bool {
    // Of ASCII the look-up is spared.
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

  /// Columns of a terminal: 0 for what stands on another character, 2 for wide ones, else 1. Near enough to
  /// `wcwidth(3)`.
  fileprivate var columns: Int {
    if isASCII { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The vowels and finals of Hangul stand in the syllable before them; a flag is two letters.
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
