/// Finds flaws in the HTML of a page, without a browser.
enum MarkupCheck {
  private static let void: Set = ["meta", "link", "input", "br", "hr", "img"]

  /// Returns elements that are not closed or closed wrongly, ids that occur twice, labels of nothing, and what the page's
  /// security policy forbids; none for a good page.
  static func flaws(in html: String) -> [String] {
    var (flaws, open, ids, references) = ([String](), [String](), Set<String>(), Set<String>())
    for tag in tags(in: html) {
      if tag.hasPrefix("/") {
        let name = String(tag.dropFirst())
        if open.last == name { open.removeLast() } else { flaws.append("</\(name)> in <\(open.last ?? "nothing")>") }
        continue
      }
      let name = String(tag.prefix { $0 != " " && $0 != "/" && $0 != "\n" })
      if !void.contains(name), !tag.hasSuffix("/") { open.append(name) }
      for attribute in attributes(of: tag) {
        switch attribute.name {
        case "id":
          if !ids.insert(attribute.value).inserted { flaws.append("two elements have the id \(attribute.value)") }
        case "aria-labelledby", "for": references.insert(attribute.value)
        case "style": flaws.append("<\(tag)> has a style")
        case let name where name.hasPrefix("on"): flaws.append("<\(tag)> has a script")
        default: break
        }
      }
    }
    flaws += open.map { "<\($0)> is not closed" }
    flaws += references.subtracting(ids).map { "nothing has the id \($0)" }
    return flaws
  }

  /// Returns the inner text of each tag, without comments and the doctype.
  private static func tags(in html: String) -> [String] {
    html.split(separator: "<").dropFirst(html.hasPrefix("<") ? 0 : 1).compactMap { part in
      part.first == "!"
        ? nil : part.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
    }
  }

  private static func attributes(of tag: String) -> [(name: String, value: String)] {
    var (found, rest) = ([(name: String, value: String)](), tag.drop { $0 != " " && $0 != "\n" })
    while let quote = rest.firstIndex(of: "\"") {
      let name = rest[..<quote].split(whereSeparator: { " \n=".contains($0) }).last.map(String.init) ?? ""
      let value = rest[rest.index(after: quote)...].prefix { $0 != "\"" }
      found.append((name, String(value)))
      rest = value.endIndex < rest.endIndex ? rest[rest.index(after: value.endIndex)...] : ""
    }
    return found
  }
}
