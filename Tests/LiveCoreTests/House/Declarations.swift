/// A type, extension or type parameter that a file declares.
struct SourceDeclaration: Equatable {
  var keyword: String
  /// The name, such as `Fault.Code` for an extension of it.
  var name: String
  /// The index of the keyword among the file's code tokens.
  var index: Int
  /// The number of braces around it.
  var depth: Int
  /// Whether it is `private` or `fileprivate`, so that other files cannot use it.
  var isPrivate: Bool
}

/// A `func`, `init`, `deinit`, `subscript` or computed property with a body.
struct FunctionBody: Equatable {
  var name: String
  /// The index of the keyword among the file's code tokens.
  var index: Int
  /// The number of lines from the keyword to the closing brace.
  var lines: Int
}

extension SourceFile {
  private static let typeKeywords: Set = ["struct", "class", "enum", "actor", "protocol", "typealias", "extension"]
  private static let memberKeywords: Set = ["func", "var", "let", "init", "deinit", "subscript"]
  private static let modifiers: Set = [
    "private", "fileprivate", "internal", "public", "static", "final", "indirect", "nonisolated", "mutating",
    "override", "convenience", "required", "associatedtype", "case", "}", "#",
  ]
  private static let endsRequirement = modifiers.union(memberKeywords).union(typeKeywords)

  /// Types and extensions at every depth.
  var declarations: [SourceDeclaration] {
    var (found, depth): ([SourceDeclaration], Int) = ([], 0)
    for index in code.indices {
      switch code[index].text {
      case "{" where code[index].kind == .mark: depth += 1
      case "}" where code[index].kind == .mark: depth -= 1
      default:
        guard let name = declaredName(at: index) else { continue }
        let modifiers = code[..<index].reversed().prefix { Self.modifiers.contains($0.text) && $0.text != "}" }
        let isPrivate = modifiers.contains { $0.text == "private" || $0.text == "fileprivate" }
        found.append(
          SourceDeclaration(keyword: code[index].text, name: name, index: index, depth: depth, isPrivate: isPrivate))
      }
    }
    return found
  }

  /// Parameters of generic types and functions, and associated types: names without a meaning outside.
  var typeParameters: Set<String> {
    var names: Set<String> = []
    for index in code.indices where code[index].kind == .word {
      if code[index].text == "associatedtype", let name = word(index + 1) { names.insert(name) }
      guard let keyword = word(index - 1), Self.typeKeywords.contains(keyword) || keyword == "func",
        mark(index + 1) == "<", let close = closing(index + 1)
      else { continue }
      for inner in index + 2..<close where ["<", ","].contains(mark(inner - 1)) {
        if let name = word(inner) { names.insert(name) }
      }
    }
    return names
  }

  var functions: [FunctionBody] {
    code.indices.compactMap { index in
      guard code[index].kind == .word, Self.memberKeywords.contains(code[index].text), code[index].text != "let",
        mark(index - 1) != ".", let open = body(of: index), let close = closing(open)
      else { return nil }
      let keyword = code[index].text
      let name = keyword == "func" || keyword == "var" ? code[index + 1].text : keyword
      return FunctionBody(name: name, index: index, lines: code[close].line - code[index].line + 1)
    }
  }

  /// The imported modules, each with the index of `import`.
  var imports: [(module: String, index: Int)] {
    code.indices.compactMap { index in
      guard word(index) == "import", mark(index - 1) != ".", var module = word(index + 1) else { return nil }
      if Self.typeKeywords.contains(module) || Self.memberKeywords.contains(module) {
        module = word(index + 2) ?? module
      }
      return (module, index)
    }
  }

  /// Returns the text of a word; nil for another kind of token, and outside the file.
  func word(_ index: Int) -> String? {
    code.indices.contains(index) && code[index].kind == .word ? code[index].text : nil
  }

  /// Returns the text of a punctuation token; nil for another kind of token, and outside the file.
  func mark(_ index: Int) -> String? {
    code.indices.contains(index) && code[index].kind == .mark ? code[index].text : nil
  }

  /// Returns the index of the token that closes the bracket at `open`.
  func closing(_ open: Int) -> Int? {
    let pairs = ["(": ")", "[": "]", "{": "}", "<": ">"]
    guard let opener = mark(open), let closer = pairs[opener] else { return nil }
    var depth = 0
    for index in open..<code.count {
      if mark(index) == opener { depth += 1 } else if mark(index) == closer { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private func declaredName(at index: Int) -> String? {
    guard let keyword = word(index), Self.typeKeywords.contains(keyword), mark(index - 1) != ".",
      word(index - 1) != "import", word(index - 1) != "case",
      let name = word(index + 1), !Self.memberKeywords.contains(name)
    else { return nil }
    var (path, next) = (name, index + 2)
    while keyword == "extension", mark(next) == ".", let part = word(next + 1) {
      (path, next) = ("\(path).\(part)", next + 2)
    }
    return path
  }

  /// Returns the brace that opens the body of the member at `keyword`; nil for a stored property or a requirement.
  private func body(of keyword: Int) -> Int? {
    let isProperty = code[keyword].text == "var"
    var index = keyword + (code[keyword].text == "func" ? 2 : 1)
    while index < code.count {
      let token = code[index]
      switch (token.kind, token.text) {
      case (.mark, "{"): return index
      case (.mark, "("), (.mark, "["): index = closing(index) ?? code.count
      case (.mark, "=") where isProperty: return nil
      case _ where isProperty && token.line != code[index - 1].line: return nil
      case (_, let text) where Self.endsRequirement.contains(text): return nil
      default: break
      }
      index += 1
    }
    return nil
  }
}
