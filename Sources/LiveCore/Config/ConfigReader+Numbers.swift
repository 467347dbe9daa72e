internal import LiveModel

extension ConfigReader {
  enum NBAKey: String, CaseIterable { case numbers }

  enum NumbersKey: String, CaseIterable {
    case key
    case baseURL = "base_url"
    case requestsPerMinute = "requests_per_minute"
  }

  mutating func readNumbers(_ node: ConfigNode) {
    fields(of: node, as: NumbersKey.self) { reader, key, value in
      switch key {
      case .key: reader.set(\.numbers.key, reader.numbersKey(value))
      case .baseURL: reader.set(\.numbers.baseURL, reader.baseURL(value))
      case .requestsPerMinute:
        reader.set(
          \.numbers.requestsPerMinute, reader.integer(value, in: NumbersSettings.requestBounds, of: "requests"))
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
