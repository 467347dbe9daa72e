/// Rules for parsing numbers.
extension HouseRule {
  static let numbers = [
    HouseRule.each("a whole number is read from text within bounds") { file in
      guard file.target != "LiveSimulator", !file.path.hasSuffix("/LiveModel/Int+Bounds.swift") else {
        return []
      }
      return file.code.indices.filter(file.readsWithoutBounds).map {
        file.finding($0, "a number from text without bounds; write Int(text, in: bounds)")
      }
    }
  ]
}

extension SourceFile {
  /// Returns whether `Int(x)` may be nil, so that it parses text: the conversion of a number never is.
  fileprivate func readsWithoutBounds(_ index: Int) -> Bool {
    guard ["Int", "Int64", "UInt", "UInt64"].contains(word(index)) else { return false }
    if mark(index + 1) == ".", word(index + 2) == "init", mark(index + 3) == ")" {
      return mark(index - 1) == "(" && isFlattening(index - 2)
    }
    guard mark(index + 1) == "(", let close = closing(index + 1), !hasLabel(from: index + 1, to: close) else {
      return false
    }
    return isCondition(index) || isUnwrapped(after: close) || isFlattened(from: index, to: close)
  }

  /// Returns whether the call has a label such as `exactly:`, `radix:` or `in:`, ignoring nested calls.
  private func hasLabel(from open: Int, to close: Int) -> Bool {
    var index = open + 1
    while index < close {
      if mark(index) == ":" { return true }
      let isOpen = mark(index) == "(" || mark(index) == "[" || mark(index) == "{"
      index = (isOpen ? closing(index) ?? index : index) + 1
    }
    return false
  }

  /// Matches `if let x = Int(…)` and `guard …, let x = Int(…)`.
  private func isCondition(_ index: Int) -> Bool {
    guard mark(index - 1) == "=", word(index - 2) != nil, ["let", "var"].contains(word(index - 3)) else { return false }
    return ["if", "guard", "while"].contains(word(index - 4)) || mark(index - 4) == ","
  }

  /// Matches `Int(…) ?? 0`, `Int(…).map` and `Int(…) != nil`.
  private func isUnwrapped(after close: Int) -> Bool {
    switch mark(close + 1) {
    case "?": mark(close + 2) == "?"
    case ".": ["map", "flatMap"].contains(word(close + 2))
    case "!", "=": mark(close + 2) == "=" && word(close + 3) == "nil"
    default: false
    }
  }

  /// Matches `flatMap { Int($0) }`.
  private func isFlattened(from index: Int, to close: Int) -> Bool {
    guard mark(index - 1) == "{", mark(close + 1) == "}" else { return false }
    return isFlattening(index - 2) || mark(index - 2) == "(" && isFlattening(index - 3)
  }

  private func isFlattening(_ index: Int) -> Bool { ["flatMap", "compactMap"].contains(word(index)) }
}
