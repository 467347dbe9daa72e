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
