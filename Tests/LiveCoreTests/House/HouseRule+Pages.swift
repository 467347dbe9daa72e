/// Rules for the documentation: it explains everything that users depend on.
extension HouseRule {
  static let pages = [
    HouseRule(description: "a fault's code is 'area.kind', written out and declared once") { tree in
      let codes = tree.files.flatMap { file in file.faultCodes.map { (file, $0) } }
      var seen: Set<String> = []
      return codes.compactMap { file, index in
        let code = file.code[index]
        if code.isInterpolated { return file.finding(index, "a composed code cannot be looked up") }
        if !isCode(code.text) { return file.finding(index, "'\(code.text)' is not 'area.kind' in lower case") }
        return seen.insert(code.text).inserted ? nil : file.finding(index, "'\(code.text)' is declared twice")
      }
    },
    HouseRule(description: "every fault's code is explained in \(operations)") { tree in
      tree.files.flatMap { file in tree.missing(file.faultCodes, of: file, from: operations) }
    },
    HouseRule(description: "every log field is explained in \(operations)") { tree in
      tree.core.flatMap { file in tree.missing(file.rawValues(of: "LogKey"), of: file, from: operations) }
    },
    HouseRule(description: "every metric is explained in \(operations)") { tree in
      tree.core.flatMap { file in tree.missing(file.rawValues(of: "Metric"), of: file, from: operations) }
    },
    HouseRule(description: "every event type and tag is explained in \(events)") { tree in
      tree.core.flatMap { file in tree.missing(file.arguments(of: "Tag") + file.eventTypes, of: file, from: events) }
    },
  ]

  private static func isCode(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.first != "-" && part.last != "-"
          && part.unicodeScalars.allSatisfy { scalar in
            ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
          }
      }
  }
}

extension SourceTree {
  /// Returns a finding for each string at `indices` that is nowhere in the page between backticks.
  fileprivate func missing(_ indices: [Int], of file: SourceFile, from page: String) -> [HouseFinding] {
    let text = pages[page] ?? ""
    return indices.filter { !file.code[$0].isInterpolated && !text.contains("`\(file.code[$0].text)`") }
      .map { file.finding($0, "`\(file.code[$0].text)` is missing from \(page)") }
  }
}

extension SourceFile {
  /// The strings of `Fault.Code("…")`, and all strings in an extension of it.
  fileprivate var faultCodes: [Int] {
    let extensions = declarations.filter { $0.keyword == "extension" && $0.name == "Fault.Code" }.map { body(of: $0) }
    return code.indices.filter { index in
      guard code[index].kind == .string else { return false }
      let isArgument = mark(index - 1) == "(" && word(index - 2) == "Code" && word(index - 4) == "Fault"
      return isArgument || extensions.contains { $0.contains(index) }
    }
  }

  /// Returns the strings in `Tag("…")` for the name `Tag`.
  func arguments(of name: String) -> [Int] {
    code.indices.filter { code[$0].kind == .string && mark($0 - 1) == "(" && word($0 - 2) == name }
  }

  /// The strings in `EventType(rawValue: "…")`.
  var eventTypes: [Int] {
    code.indices.filter { index in
      code[index].kind == .string && mark(index - 1) == ":" && word(index - 2) == "rawValue"
        && word(index - 4) == "EventType"
    }
  }

  /// Returns the raw values of an enumeration's cases or constants.
  func rawValues(of name: String) -> [Int] {
    let bodies = declarations.filter { $0.keyword == "enum" && $0.name == name }.map { body(of: $0) }
    return code.indices.filter { index in
      code[index].kind == .string && mark(index - 1) == "=" && bodies.contains { $0.contains(index) }
    }
  }

  /// Returns the range between its braces.
  func body(of type: SourceDeclaration) -> Range<Int> {
    let open = code[type.index...].firstIndex { $0.kind == .mark && $0.text == "{" } ?? type.index
    return open..<(closing(open) ?? open)
  }
}
