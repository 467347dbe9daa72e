extension Endpoint {
  /// The beginning of an answer's body, fit for the operator: a web server that echoes the path must not make us tell
  /// it, nor the `secrets` that went there beside it.
  func excerpt(of body: [UInt8], hiding secrets: [Secret] = []) -> String {
    let pieces = url.reveal(Self.confidential) + secrets.map { $0.reveal { Array($0.utf8) } }.filter { !$0.isEmpty }
    let shown = Self.hiding(pieces.sorted { $0.count > $1.count }, in: body, behind: url.description)
    return Excerpt.beginning(of: String(decoding: shown, as: UTF8.self))
  }

  /// Byte by byte: to a String, a secret before an accent is another text.
  private static func hiding(_ pieces: [[UInt8]], in body: [UInt8], behind mask: String) -> [UInt8] {
    var (shown, rest) = ([UInt8](), body[...])
    while let byte = rest.first {
      if let piece = pieces.first(where: { rest.starts(with: $0) }) {
        shown += mask.utf8
        rest.removeFirst(piece.count)
      } else {
        shown.append(byte)
        rest.removeFirst()
      }
    }
    return shown
  }

  /// All but scheme and host, whole and in parts, as it stands and decoded; the longest first.
  private static func confidential(in url: String) -> [[UInt8]] {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let user = authority.lastIndex(of: "@").map { Array(authority[..<$0].utf8) } ?? []
    let tail = Array(rest[authority.endIndex...].utf8)
    let texts = [user, tail, percentDecoded(user), percentDecoded(tail)]
    // A short part, such as 'hook', is a word that an answer may well use; alone it opens nothing.
    let parts = texts.flatMap { text in text.split { marks.contains($0) }.filter { $0.count >= 8 }.map(Array.init) }
    return Array(Set(parts + texts.filter { $0.count > 1 }))
  }

  /// What stands between the parts of an address.
  private static let marks = Array("/?&=#;:@".utf8)

  private static func percentDecoded(_ text: [UInt8]) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), text[...])
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
