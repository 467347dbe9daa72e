internal import LiveModel

extension ConfigReader {
  enum NBAKey: String, CaseIterable {
    case enabled
    case baseURL = "base_url"
    case userAgent = "user_agent"
    case numbers
  }

  enum NumbersKey: String, CaseIterable {
    case key
    case baseURL = "base_url"
    case requestsPerMinute = "requests_per_minute"
  }

  mutating func readNBA(_ node: ConfigNode) {
    fields(of: node, as: NBAKey.self) { reader, key, value in
      switch key {
      case .enabled:
        reader.set(\.nba.enabled, reader.flag(value).map(Optional.some))
        reader.places["source.nba.enabled"] = value.place
      case .baseURL: reader.set(\.nba.baseURL, reader.baseURL(value))
      case .userAgent: reader.set(\.nba.userAgent, reader.userAgent(value).map(Optional.some))
      case .numbers: reader.readNumbers(value)
      }
    }
  }

  /// Reads the value of a header field. Source: RFC 9110 §5.5, without obsolete bytes.
  private mutating func userAgent(_ node: ConfigNode) -> String? {
    guard let text = text(node), isShort(text, node, upTo: NBASettings.longestUserAgent) else { return nil }
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      refuse(.configBadValue, "'user_agent' takes printable ASCII characters", at: node.place)
      return nil
    }
    return text
  }

  private mutating func readNumbers(_ node: ConfigNode) {
    fields(of: node, as: NumbersKey.self) { reader, key, value in
      switch key {
      case .key: reader.set(\.nba.numbers.key, reader.numbersKey(value))
      case .baseURL: reader.set(\.nba.numbers.baseURL, reader.baseURL(value))
      case .requestsPerMinute:
        reader.set(
          \.nba.numbers.requestsPerMinute, reader.integer(value, in: NumbersSettings.requestBounds, of: "requests"))
      }
    }
  }

  private mutating func numbersKey(_ node: ConfigNode) -> Secret? {
    secret(
      node, message: "'key' takes at most \(NumbersSettings.longestKey) printable ASCII characters without spaces",
      hint: "copy it once more from app.balldontlie.io"
    ) { key in
      key.utf8.count <= NumbersSettings.longestKey && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
  }
}
