/// A page of `packaging/man`, in mdoc(7), as far as the tests need it.
struct ManualPage {
  /// One `.It` of a list.
  struct Item {
    /// The names on its line, without macros and punctuation, up to the next column.
    var names: [Substring]
    /// The text below it, up to the next item or list, on one line and without macros.
    var text = ""
  }

  private(set) var items: [Item] = []
  /// Literal displays: the content of each `.Bd`.
  private(set) var displays: [String] = []

  init(_ source: String) {
    var (display, isInItem): (String?, Bool) = (nil, false)
    for line in source.split(separator: "\n") {
      let macro = line.hasPrefix(".") ? line.prefix { $0 != " " } : ""
      let rest = Self.plain(line.dropFirst(macro.count))
      switch (macro, display) {
      case (".Ed", let block?):
        displays.append(block)
        display = nil
      case (_, let block?): display = block + Self.plain(line) + "\n"
      case (".Bd", nil): display = ""
      case (".It", nil):
        items.append(Item(names: Array(rest.split(separator: " ").prefix { $0 != "Ta" })))
        isInItem = true
      case (".Bl", nil), (".El", nil), (".Sh", nil), (".Ss", nil): isInItem = false
      default: if isInItem { read(rest.drop { $0 == " " }) }
      }
    }
  }

  /// The texts of the items by each of their names.
  var texts: [Substring: String] {
    Dictionary(items.flatMap { item in item.names.map { ($0, item.text) } }) { $0 + " " + $1 }
  }

  private mutating func read(_ text: Substring) {
    guard let last = items.indices.last, !text.isEmpty else { return }
    items[last].text += items[last].text.isEmpty ? text : " " + text
  }

  /// Returns the text without the escapes that the pages use.
  private static func plain(_ text: Substring) -> String {
    let escapes = [(#"\(dq"#, "\""), (#"\ "#, " "), (#"\&"#, ""), (#"\e"#, #"\"#)]
    return escapes.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
