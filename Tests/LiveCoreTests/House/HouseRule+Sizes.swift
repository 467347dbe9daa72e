/// Rules for the size of files and functions.
extension HouseRule {
  static let sizes = [
    HouseRule.each("a file has at most 300 lines") { file in
      guard file.lines.count > 300 else { return [] }
      return [HouseFinding(path: file.path, line: 301, message: "\(file.lines.count) lines")]
    },
    HouseRule.each("a function has at most 60 lines") { file in
      file.functions.filter { $0.lines > 60 }.map { file.finding($0.index, "'\($0.name)' has \($0.lines) lines") }
    },
    HouseRule.each("X.swift declares X, and X+Y.swift extends X") { file in
      let parts = file.name.split(separator: "+", maxSplits: 1).map(String.init)
      let isExtension = parts.count == 2
      let isKept = file.declarations.contains { declaration in
        isExtension
          ? declaration.keyword == "extension" && declaration.name.split(separator: ".").contains { $0 == parts[0] }
          : declaration.keyword != "extension" && declaration.name == parts[0]
      }
      let verb = isExtension ? "extends" : "declares"
      return isKept ? [] : [HouseFinding(path: file.path, line: 1, message: "\(verb) no '\(parts.first ?? "")'")]
    },
    HouseRule.each("no file or type has a name that says nothing") { file in
      let names = file.declarations.filter { $0.keyword != "extension" }.map(\.name) + [String(file.name)]
      return names.filter(isJunk).map { HouseFinding(path: file.path, line: 1, message: "'\($0)' says nothing") }
    },
  ]

  /// Returns whether a type name says nothing. "Service manager" is systemd's own term.
  private static func isJunk(_ name: String) -> Bool {
    guard !["ServiceManager", "SystemdManager"].contains(name) else { return false }
    return ["Util", "Utils", "Utilities", "Helper", "Helpers", "Manager", "Common", "Impl", "Extensions"]
      .contains(where: name.hasSuffix)
  }
}
