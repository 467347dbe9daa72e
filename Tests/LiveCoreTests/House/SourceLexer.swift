/// One word, punctuation mark, string or comment of a Swift file.
struct SourceToken: Equatable, Sendable {
  enum Kind: Sendable { case word, mark, string, comment }

  var kind: Kind
  /// The text. A string is without its quotes and its interpolations, which follow as separate tokens.
  var text: String
  /// The line number, from 1.
  var line: Int
  /// Whether nothing is between this token and the one before.
  var isAttached: Bool
  var isInterpolated = false
}

/// Splits Swift into tokens, just well enough to tell code from strings and comments. A bare regular expression
/// literal is read as punctuation.
struct SourceLexer {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var line = 1
  private var end = -1
  private var tokens: [SourceToken] = []

  static func tokens(of text: String) -> [SourceToken] {
    var lexer = SourceLexer(scalars: Array(text.unicodeScalars))
    lexer.readCode(inInterpolation: false)
    return lexer.tokens
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private mutating func readCode(inInterpolation: Bool) {
    var depth = 0
    while index < scalars.count {
      switch (scalars[index], peek(1)) {
      case ("\n", _): newline()
      case (" ", _), ("\t", _), ("\r", _), ("`", _): index += 1
      case ("/", "/"): readLineComment()
      case ("/", "*"): readBlockComment()
      case ("\"", _): readString(hashes: 0)
      case ("#", "\""), ("#", "#"): readString(hashes: run(of: "#"))
      case ("-", ">"): append(.mark, length: 2)
      case (let scalar, _) where scalar.isWord: append(.word, length: wordLength())
      case (")", _) where inInterpolation && depth == 0: return
      case (let scalar, _):
        if scalar == "(" { depth += 1 } else if scalar == ")" { depth -= 1 }
        append(.mark, length: 1)
      }
    }
  }

  private mutating func readLineComment() {
    var length = 0
    while let scalar = peek(length), scalar != "\n" { length += 1 }
    append(.comment, length: length)
  }

  private mutating func readBlockComment() {
    var (length, depth, lines) = (0, 0, 0)
    repeat {
      switch (peek(length), peek(length + 1)) {
      case ("/", "*"): (depth, length) = (depth + 1, length + 2)
      case ("*", "/"): (depth, length) = (depth - 1, length + 2)
      case (nil, _): depth = 0
      case (let scalar, _): (length, lines) = (length + 1, lines + (scalar == "\n" ? 1 : 0))
      }
    } while depth > 0
    append(.comment, length: length)
    line += lines
  }

  private mutating func readString(hashes: Int) {
    let (position, start, startLine) = (tokens.count, index, line)
    index += hashes
    let quotes = run(of: "\"") >= 3 ? 3 : 1
    index += quotes
    var (content, isInterpolated): (String, Bool) = ("", false)
    while let scalar = peek(0) {
      if scalar == "\n", quotes == 1 { break }
      if closesString(quotes: quotes, hashes: hashes) {
        index += quotes + hashes
        break
      }
      if scalar == "\\", opensInterpolation(hashes: hashes) {
        isInterpolated = true
        index += hashes + 2
        readCode(inInterpolation: true)
        index += 1
        continue
      }
      let length = scalar == "\\" && hashes == 0 && peek(1) != nil ? 2 : 1
      content.unicodeScalars += scalars[index..<index + length]
      line += scalars[index..<index + length].count { $0 == "\n" }
      index += length
    }
    let token = SourceToken(
      kind: .string, text: content, line: startLine, isAttached: start == end, isInterpolated: isInterpolated)
    tokens.insert(token, at: position)
    end = index
  }

  private func closesString(quotes: Int, hashes: Int) -> Bool {
    (0..<quotes).allSatisfy { peek($0) == "\"" } && (0..<hashes).allSatisfy { peek(quotes + $0) == "#" }
  }

  private func opensInterpolation(hashes: Int) -> Bool {
    (0..<hashes).allSatisfy { peek(1 + $0) == "#" } && peek(1 + hashes) == "("
  }

  private mutating func append(_ kind: SourceToken.Kind, length: Int) {
    let text = String(String.UnicodeScalarView(scalars[index..<index + length]))
    tokens.append(SourceToken(kind: kind, text: text, line: line, isAttached: index == end))
    index += length
    end = index
  }

  private mutating func newline() { (index, line) = (index + 1, line + 1) }

  private func peek(_ distance: Int) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  private func run(of scalar: Unicode.Scalar) -> Int { scalars[index...].prefix { $0 == scalar }.count }

  private func wordLength() -> Int { scalars[index...].prefix(while: \.isWord).count }
}

extension Unicode.Scalar {
  /// Letters, digits, `_`, `$`, and everything that is not ASCII.
  fileprivate var isWord: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
    default: !isASCII
    }
  }
}
