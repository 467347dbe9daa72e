/// Rules for the pages that become man pages: they name everything that the program has.
extension HouseRule {
  static let manuals = [
    HouseRule(description: "every key of the configuration is in a table of \(configuration)") { tree in
      // `sinks.NAME.quiet_hours.to` and `routes[].teams` name each key on their path.
      let names = Set(tree.terms(of: configuration).flatMap { $0.split { ".[]".contains($0) } })
      return tree.core.flatMap { file in
        let hasKeys = file.folder == .config || file.path.hasSuffix("/ConditionKey.swift")
        return file.missing((hasKeys ? file.configurationKeys : []) + file.sinkKeys, from: names, of: configuration)
      }
    },
    HouseRule(description: "every exit status is in a table of \(program)") { tree in
      let names = tree.terms(of: program)
      return tree.files.flatMap { file in file.missing(file.exitStatuses, from: names, of: program) }
    },
    HouseRule(description: "every variable and journal field, such as NO_COLOR, is explained in docs") { tree in
      let names = Set(tree.pages.values.flatMap { $0.split { !isCapital($0) } })
      return tree.files.flatMap { file in file.missing(file.capitalNames, from: names, of: "docs") }
    },
  ]

  fileprivate static func isCapital(_ character: Character) -> Bool {
    character == "_" || ("A"..."Z").contains(character) || ("0"..."9").contains(character)
  }
}

extension SourceTree {
  fileprivate func terms(of path: String) -> Set<Substring> { MarkdownPage(pages[path] ?? "").terms }
}

extension SourceFile {
  /// Returns a finding for each token at `indices` that is not among the names.
  fileprivate func missing(_ indices: [Int], from names: Set<Substring>, of page: String) -> [HouseFinding] {
    indices.filter { !names.contains(code[$0].text[...]) }
      .map { finding($0, "'\(code[$0].text)' is missing from \(page)") }
  }

  /// The names or raw values of the cases of each enumeration `…Key`.
  fileprivate var configurationKeys: [Int] {
    declarations.filter { $0.keyword == "enum" && $0.name.hasSuffix("Key") }.flatMap { type in
      body(of: type).filter { word($0) == "case" }.flatMap(namesOfCase)
    }
  }

  /// Returns the names in `case a, b = "c"`, but none for `case .a:` of a switch.
  private func namesOfCase(at keyword: Int) -> [Int] {
    var (found, next): ([Int], Int) = ([], keyword + 1)
    while word(next) != nil {
      let isGiven = mark(next + 1) == "="
      found.append(isGiven ? next + 2 : next)
      next += isGiven ? 3 : 1
      guard mark(next) == "," else { break }
      next += 1
    }
    return found
  }

  /// The names in `SinkKey<String>("channel")`.
  fileprivate var sinkKeys: [Int] {
    code.indices.filter { index in
      guard code[index].kind == .string, mark(index - 1) == "(" else { return false }
      let isGeneric = mark(index - 2) == ">"
      let name = isGeneric ? code[..<index].lastIndex { $0.text == "<" }.map { $0 - 1 } : index - 2
      return name.flatMap { word($0) } == "SinkKey"
    }
  }

  /// The number of each `ExitCode(69)`.
  fileprivate var exitStatuses: [Int] {
    code.indices.filter { index in
      word(index - 2) == "ExitCode" && mark(index - 1) == "(" && mark(index + 1) == ")"
        && code[index].text.allSatisfy(\.isNumber)
    }
  }

  /// Strings of capital letters with a `_` between them. `M_…` are error codes of Matrix.
  fileprivate var capitalNames: [Int] {
    code.indices.filter { index in
      let text = code[index].text
      return code[index].kind == .string && !code[index].isInterpolated && text.contains("_")
        && text.first?.isLetter == true && text.last != "_" && !text.hasPrefix("M_")
        && text.allSatisfy(HouseRule.isCapital)
    }
  }
}
