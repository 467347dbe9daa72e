import WireSchema

@testable import LiveCore

/// Telegram's HTML as its server reads it.
///
/// Source: Telegram Bot API, "HTML style".
enum TelegramHTML {
  struct Fault: Error, Equatable {
    var text: String
  }

  private static let known: Set = [
    "b", "strong", "i", "em", "u", "ins", "s", "strike", "del", "a", "code", "pre", "tg-spoiler", "span", "blockquote",
  ]

  /// Returns the text of a request as it is shown, or what is wrong with it.
  static func words(_ body: [String: JSONValue]) -> Result<String, Fault> {
    let text = body["text"]?.text ?? ""
    let shown = body["parse_mode"]?.text == "HTML" ? parse(text) : .success(text)
    return shown.flatMap { words in
      if words.allSatisfy(\.isWhitespace) { return .failure(Fault(text: "message text is empty")) }
      return words.utf16.count > 4096 ? .failure(Fault(text: "message is too long")) : .success(words)
    }
  }

  private static func parse(_ text: String) -> Result<String, Fault> {
    var (words, open, rest) = ("", [String](), text[...])
    while let index = rest.firstIndex(of: "<") {
      words += rest[..<index]
      guard let end = rest[index...].firstIndex(of: ">") else { return fault("Unclosed start tag") }
      let tag = rest[rest.index(after: index)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.first == "/" {
        guard let last = open.popLast(), last == tag.dropFirst() else { return fault("Unmatched end tag") }
      } else {
        let name = String(tag.prefix { $0 != " " })
        guard known.contains(name) else { return fault("Unsupported start tag \"\(name)\"") }
        open.append(name)
      }
    }
    if let last = open.last { return fault("Can't find end tag corresponding to start tag \"\(last)\"") }
    return .success((words + rest).withoutEntities)
  }

  private static func fault(_ text: String) -> Result<String, Fault> {
    .failure(Fault(text: "can't parse entities: \(text)"))
  }
}
