/// Where a bot writes: a chat, and a topic in it.
struct TelegramChat: Equatable, Sendable {
  /// As Telegram takes it.
  enum ID: Equatable, Sendable, Encodable {
    /// A person's is positive, a group's or channel's negative.
    case number(Int)
    /// Of a public group or channel, with its `@`.
    case name(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .name(let name): try container.encode(name)
      }
    }
  }

  var id: ID
  var thread: Int?

  /// Nil when `text` is neither a number nor `@` and a name, or `thread` no positive number.
  init?(_ text: String, thread: String? = nil) {
    if let number = Int(text, in: Int.interoperable), number != 0 {
      id = .number(number)
    } else if text.first == "@", text.count > 1, !text.contains(where: \.isWhitespace) {
      id = .name(text)
    } else {
      return nil
    }
    guard let thread else { return }
    guard let number = Int(thread, in: 1...1 << 53) else { return nil }
    self.thread = number
  }

  /// Telegram lets a bot write 20 messages a minute into a group, and one a second to a person.
  var spacing: Duration {
    if case .number(let number) = id, number > 0 { return .seconds(1) }
    return .seconds(3)
  }
}

/// A message in Telegram's HTML.
///
/// Source: Telegram Bot API, "HTML style"; `sendMessage`, 1 to 4096 characters after entities parsing.
struct TelegramText: Equatable, Sendable {
  let html: String

  /// In UTF-16 units, which Telegram counts, without the marks.
  static let longest = 4096
  /// Telegram shows 100 entities, two a game, and would leave the rest uncovered.
  private static let mostHeadings = 48

  init(_ bulletin: ChatText) {
    let isOneGame = !bulletin.lines.contains(where: \.isHeading)
    let lines = isOneGame ? [.heading(bulletin.title)] + bulletin.lines : bulletin.lines
    html = Self.games(Truncation(limit: Self.longest, unit: .utf16).fit(Self.shown(lines))).map { game in
      let text = String.betweenTags(game.lines.joined(separator: "\n"))
      let body = bulletin.spoils && !text.isEmpty ? "<tg-spoiler>\(text)</tg-spoiler>" : text
      return (game.heading.map { ["<b>\(String.betweenTags($0))</b>"] } ?? []) + (body.isEmpty ? [] : [body])
    }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Up to the first game that could not be covered any more.
  private static func shown(_ lines: [MessageLine]) -> [MessageLine] {
    let headings = lines.indices.filter { lines[$0].isHeading }
    guard headings.count > mostHeadings else { return lines }
    let note = MessageLine(text: "… and \(headings.count - mostHeadings) more games", importance: .max)
    return lines[..<headings[mostHeadings]] + [note]
  }

  private static func games(_ lines: [MessageLine]) -> [(heading: String?, lines: [String])] {
    var games: [(heading: String?, lines: [String])] = []
    for line in lines {
      if line.isHeading {
        games.append((line.text, []))
      } else if games.isEmpty {
        games.append((nil, [line.text]))
      } else {
        games[games.count - 1].lines.append(line.text)
      }
    }
    return games
  }
}
