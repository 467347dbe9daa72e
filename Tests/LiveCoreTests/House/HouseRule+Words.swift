/// Rules for forbidden words and constructs.
extension HouseRule {
  static let words = [
    HouseRule.each("a pure folder has no clock, no chance, no waiting and no log") { file in
      file.isPure ? file.findings(of: impure) : []
    },
    HouseRule.each("nothing traps, escapes its task or guards itself with another lock than Locked") { file in
      file.findings(of: unsafe) + file.constructions(of: "Task").map { file.finding($0, "a task without an owner") }
    },
    HouseRule.each("nothing is forced open") { file in
      file.code.indices.filter { file.mark($0) == "!" && file.isForce($0) }.map { file.finding($0, "a forced '!'") }
    },
    HouseRule.each("only the executable prints") { file in
      file.target == "livegamed" ? [] : file.findings(of: ["print(", "debugPrint(", "dump("], asMember: false)
    },
    HouseRule.each("every stream has a bound") { file in
      ["AsyncStream", "AsyncThrowingStream"].flatMap(file.constructions).compactMap { index in
        file.hasBound(index) ? nil : file.finding(index, "a stream without a bufferingPolicy that bounds it")
      }
    },
    HouseRule.each("@unchecked Sendable is proved right above") { file in
      file.code.indices.compactMap { index in
        guard file.word(index) == "unchecked", !file.isProved(line: file.code[index].line) else { return nil }
        return file.finding(index, "@unchecked Sendable without a '// Safe:' line above its declaration")
      }
    },
    HouseRule.each("nothing brings in the whole of Foundation") { file in file.findings(of: heavy) },
    HouseRule.each("comments hold no headlines and no promises") { file in
      file.comments.flatMap { comment in
        promises.filter { comment.text.contains($0) }.map {
          HouseFinding(path: file.path, line: comment.line, message: "'\($0)' in a comment")
        }
      }
    },
    HouseRule.each("a comment names its subject first") { file in
      let commented = Set(file.comments.map(\.line))
      return file.comments.filter { !commented.contains($0.line - 1) }.compactMap { comment in
        let word = comment.text.drop { $0 == "/" || $0 == " " }.prefix { $0.isLetter }
        guard riddles.contains(String(word)) else { return nil }
        return HouseFinding(path: file.path, line: comment.line, message: "a comment begins with '\(word)'")
      }
    },
  ]

  private static let riddles: Set = ["Who", "What", "Whose", "Whoever", "Whatever", "Nobody", "Somebody"]

  private static let promises = ["MARK:", "TODO", "FIXME", "XXX"]

  private static let impure = [
    "async", "await", "Date(", ".now", "random", "randomElement", "shuffle", "shuffled", "SystemRandomNumberGenerator",
    "UUID", "ContinuousClock", "SuspendingClock", "Logger",
  ]

  private static let unsafe = [
    "Task.detached", "Task.immediate", "try!", "as!", "fatalError", "preconditionFailure",
    "nonisolated(unsafe)", "Mutex", "NSLock", "NSRecursiveLock", "DispatchSemaphore",
  ]

  /// Each adds about 40 MB of ICU and locale data to the static binary.
  private static let heavy = [
    "String(format:", "DateFormatter", "ISO8601DateFormatter", "NumberFormatter", "NSRegularExpression", "NSString",
    "URLSession",
  ]
}

extension SourceFile {
  /// Returns findings for the phrases in the code. With `asMember: false`, `x.print(` and `func print(` do not count.
  fileprivate func findings(of phrases: [String], asMember: Bool = true) -> [HouseFinding] {
    phrases.flatMap { phrase in
      let wanted = SourceLexer.tokens(of: phrase)
      let places = code.indices.filter { matches(wanted, at: $0) && (asMember || !isMember($0)) }
      return places.map { finding($0, "'\(phrase)'") }
    }
  }

  private func isMember(_ index: Int) -> Bool { mark(index - 1) == "." || word(index - 1) == "func" }

  private func matches(_ wanted: [SourceToken], at index: Int) -> Bool {
    index + wanted.count <= code.count
      && zip(wanted, code[index...]).allSatisfy { wanted, token in
        wanted.kind == token.kind && wanted.text == token.text && (wanted.text != "!" || token.isAttached)
      }
  }

  /// Returns the indices where a value of this type is created by a call or a trailing closure.
  fileprivate func constructions(of type: String) -> [Int] {
    code.indices.filter { index in
      guard word(index) == type, ![":", "->", "&"].contains(mark(index - 1)),
        !["struct", "class", "enum", "actor", "protocol", "typealias", "extension"].contains(word(index - 1))
      else { return false }
      return ["(", "{"].contains(mark(callee(index))) || ["makeStream", "init"].contains(member(of: index))
    }
  }

  /// Returns the index after the type at `index` and its generic arguments.
  private func callee(_ index: Int) -> Int {
    mark(index + 1) == "<" ? (closing(index + 1) ?? index) + 1 : index + 1
  }

  private func member(of index: Int) -> String? {
    mark(callee(index)) == "." ? word(callee(index) + 1) : nil
  }

  /// Returns whether the stream has a bound. A stream with `unfolding:` buffers nothing.
  fileprivate func hasBound(_ index: Int) -> Bool {
    let open = member(of: index) == nil ? callee(index) : callee(index) + 2
    guard mark(open) == "(", let close = closing(open) else { return false }
    let words = Set((open..<close).compactMap(word))
    return words.contains("unfolding") || (words.contains("bufferingPolicy") && !words.contains("unbounded"))
  }

  /// Returns whether the `!` forces a value: it is attached to a name or a closing bracket. `a != b` and `!a` do not
  /// count; `try!` and `as!` have their own rule.
  fileprivate func isForce(_ index: Int) -> Bool {
    guard code[index].isAttached, code.indices.contains(index - 1), !["try", "as"].contains(word(index - 1)) else {
      return false
    }
    if mark(index + 1) == "=", code[index + 1].isAttached { return false }
    return word(index - 1) != nil || [")", "]", "}", ">", "!", "?"].contains(mark(index - 1))
  }

  /// Returns whether the comment on the declaration at `line` has a line that begins with `// Safe:`.
  fileprivate func isProved(line: Int) -> Bool {
    let above = lines[..<(line - 1)].reversed().map { $0.trimmingPrefix { $0 == " " } }
    let comment = above.drop { !$0.isEmpty && !$0.hasPrefix("//") && !$0.contains("}") && !$0.hasSuffix("{") }
      .prefix { $0.hasPrefix("//") }
    return comment.contains { $0.hasPrefix("// Safe:") }
  }
}
