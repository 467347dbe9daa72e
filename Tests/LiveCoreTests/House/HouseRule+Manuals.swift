/// Rules for the man pages: they name everything that the program has.
extension HouseRule {
  static let manuals = [
    HouseRule(description: "every key of the configuration is an item of \(configurationManual)") { tree in
      // `sinks.NAME.quiet_hours.to` and `routes[].teams` name each key on their path.
      let names = tree.manual(configurationManual).texts.keys.flatMap { $0.split { ".[]".contains($0) } }
      return tree.core.filter { $0.folder == .config }.flatMap { file in
        file.missing(file.configurationKeys, from: Set(names), of: configurationManual)
      }
    },
    HouseRule(description: "every event type and tag is an item of \(eventsManual)") { tree in
      let names = Set(tree.manual(eventsManual).texts.keys)
      return tree.core.flatMap { file in
        file.missing(file.tags + file.rawValues(of: "EventType"), from: names, of: eventsManual)
      }
    },
    HouseRule(description: "every exit status is an item of \(programManual)") { tree in
      let names = Set(tree.manual(programManual).texts.keys)
      return tree.files.flatMap { file in file.missing(file.exitStatuses, from: names, of: programManual) }
    },
    HouseRule(description: "every variable and journal field, such as NO_COLOR, is in a man page") { tree in
      let pages = [programManual, configurationManual, eventsManual].compactMap { tree.pages[$0] }
      let names = Set(pages.flatMap { $0.split { !isCapital($0) } })
      return tree.files.flatMap { file in file.missing(file.capitalNames, from: names, of: "the man pages") }
    },
  ]

  fileprivate static func isCapital(_ character: Character) -> Bool {
    character == "_" || ("A"..."Z").contains(character) || ("0"..."9").contains(character)
  }
}

extension SourceTree {
  fileprivate func manual(_ path: String) -> ManualPage { ManualPage(pages[path] ?? "") }
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

  /// The number of each `ExitCode(69)`.
  fileprivate var exitStatuses: [Int] {
    code.indices.filter { index in
      word(index - 2) == "ExitCode" && mark(index - 1) == "(" && mark(index + 1) == ")"
        && code[index].text.allSatisfy(\.isNumber)
    }
  }

  /// Strings of capital letters with a `_` between them.
  fileprivate var capitalNames: [Int] {
    code.indices.filter { index in
      let text = code[index].text
      return code[index].kind == .string && !code[index].isInterpolated && text.contains("_")
        && text.first?.isLetter == true && text.last != "_" && text.allSatisfy(HouseRule.isCapital)
    }
  }
}
