extension Endpoint {
  /// The beginning of an answer's body, fit for the operator: a web server that echoes the path must not make us tell
  /// it. Nor the `secrets` that went there beside it.
  func excerpt(of body: [UInt8], hiding secrets: [Secret] = []) -> String {
    var text = String(decoding: body, as: UTF8.self)
    for secret in secrets {
      secret.reveal { value in
        if !value.isEmpty { text = text.replacing(value, with: secret.description) }
      }
    }
    for piece in url.reveal(Self.confidential) { text = text.replacing(piece, with: url.description) }
    return Excerpt.beginning(of: text)
  }

  /// All but scheme and host, whole and in parts, as it stands and decoded; the longest first.
  private static func confidential(in url: String) -> [String] {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let user = authority.lastIndex(of: "@").map { String(authority[..<$0]) } ?? ""
    let tail = String(rest[authority.endIndex...])
    // A short part, such as 'hook', is a word that an answer may well use; alone it opens nothing.
    let parts = (user + tail).split { "/?&=#;:@".contains($0) }.filter { $0.utf8.count >= 8 }.map(String.init)
    let pieces = parts + [user, tail].filter { $0.utf8.count > 1 }
    return Set(pieces + pieces.map(percentDecoded)).sorted { $0.utf8.count > $1.utf8.count }
  }

  private static func percentDecoded(_ text: String) -> String {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
