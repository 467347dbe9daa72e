/// The parts of a URL as written. Any text has them, so that a rate limit, a mask or a message never fails for a URL
/// that a stricter parser rejects.
package struct URLText {
  /// Empty without `://`.
  package let scheme: Substring
  /// User and password; nil without `@`.
  package let user: Substring?
  /// The name or the number; an IPv6 address with its brackets.
  package let host: Substring
  /// Empty if none is given.
  package let port: Substring
  /// Up to the query and the fragment.
  package let path: Substring
  /// Path, query and fragment.
  package let tail: Substring
  /// The URL without user, query and fragment.
  package let plain: String

  package init(_ text: String) {
    let mark = text.firstRange(of: "://")
    let rest = mark.map { text[$0.upperBound...] } ?? text[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let at = authority.lastIndex(of: "@")
    let place = at.map { authority[authority.index(after: $0)...] } ?? authority
    // The colons of an IPv6 address stand inside the brackets.
    let hostEnd = place.lastIndex(of: "]").map { place.index(after: $0) } ?? place.firstIndex(of: ":") ?? place.endIndex
    scheme = mark.map { text[..<$0.lowerBound] } ?? ""
    user = at.map { authority[..<$0] }
    host = place[..<hostEnd]
    port = place[hostEnd...].drop { $0 == ":" }
    tail = rest[authority.endIndex...]
    path = tail.prefix { $0 != "?" && $0 != "#" }
    plain = String(mark.map { text[..<$0.upperBound] } ?? "") + place + path
  }
}
