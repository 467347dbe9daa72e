internal import LiveCore
internal import LiveModel

extension PlayersPage {
  /// The question in the address of the page: `?q=luis&pos=P&page=2`.
  struct Question: Sendable {
    /// Beginnings of words of a name; empty for all names.
    var name: String
    /// An abbreviation; nil for all positions.
    var position: String?
    /// From 1.
    var page: Int

    init(_ query: [String: String]) {
      name = (query["q"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
      position = query["pos"].flatMap { $0.isEmpty ? nil : $0 }
      page = query["page"].flatMap { Int($0, in: 1...1000) } ?? 1
    }

    /// Whether it names a position or a name that is long enough.
    var isAnswerable: Bool { flaw == nil }

    /// The text instead of an answer; nil if there is one.
    var flaw: Empty? {
      guard !name.isEmpty else {
        return position != nil
          ? nil
          : Empty(
            headline: "Who are you looking for?",
            text: "Two letters of the first or the last name are enough. Or choose a position above.")
      }
      return PlayerNameText.flaw(of: name).map { _ in
        Empty(
          headline: name.utf8.count > PlayerNameText.longest ? "This name is too long" : "One letter is too few",
          text: "Type two letters or more of the first or the last name.")
      }
    }

    /// Returns the query of the first page for another name or position, or of another page, with the question mark.
    func query(name: String? = nil, position: String?? = nil, page: Int = 1) -> String {
      let (name, position) = (name ?? self.name, position ?? self.position)
      let parts = [
        name.isEmpty ? nil : "q=\(name.percentEncoded)", position.map { "pos=\($0.percentEncoded)" },
        page > 1 ? "page=\(page)" : nil,
      ].compactMap(\.self)
      return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }
  }

  /// A choice of positions. MLB's list of players says only `P` of a pitcher, so starters and relievers are not told
  /// apart.
  struct Position: Sendable {
    /// The value of `pos`.
    var value: String
    var label: String

    static let all = [
      Position(value: "P", label: "Pitchers"), Position(value: "C", label: "Catchers"),
      Position(value: "IF", label: "Infield"), Position(value: "OF", label: "Outfield"),
      Position(value: "DH", label: "Designated hitters"),
    ]

    /// Returns the players of a position in words: `pitchers`.
    static func words(for position: String?) -> String {
      switch position {
      case nil: "players"
      case "IF": "infielders"
      case "OF": "outfielders"
      case let value?: all.first { $0.value == value }?.label.lowercased() ?? "players at \(value)"
      }
    }
  }
}
