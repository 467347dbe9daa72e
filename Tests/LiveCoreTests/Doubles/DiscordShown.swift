import Foundation
import Testing

/// A message in the form that Discord receives.
struct DiscordShown {
  let embeds: [[String: Any]]
  let flags: Int?
  private let body: [String: Any]

  init(_ bytes: [UInt8]) throws {
    body = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    embeds = try #require(body["embeds"] as? [[String: Any]])
    flags = body["flags"] as? Int
  }

  var titles: [String] { embeds.compactMap { $0["title"] as? String } }
  var descriptions: [String] { embeds.compactMap { $0["description"] as? String } }

  /// Checks the rules of Discord for messages, using the wider of the possible counts.
  func check() throws {
    let mentions = try #require(body["allowed_mentions"] as? [String: [String]])
    #expect(mentions == ["parse": []])
    #expect((1...10).contains(embeds.count))
    var total = 0
    for embed in embeds {
      let title = try #require(embed["title"] as? String)
      let description = embed["description"] as? String
      let footer = (embed["footer"] as? [String: String])?["text"]
      #expect((1...256).contains(title.utf16.count) && isTrimmed(title))
      #expect(description.map { (1...4096).contains($0.utf16.count) && isTrimmed($0) } ?? true)
      #expect(footer.map { (1...2048).contains($0.utf16.count) && isTrimmed($0) } ?? true)
      total += title.utf16.count + (description?.utf16.count ?? 0) + (footer?.utf16.count ?? 0)
    }
    #expect(total <= 6000)
  }

  private func isTrimmed(_ text: String) -> Bool {
    text.trimmingCharacters(in: .whitespacesAndNewlines) == text || text.unicodeScalars.contains("\u{200B}")
  }
}
