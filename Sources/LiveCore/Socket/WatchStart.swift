/// Where watching begins, as people say it.
public enum WatchStart: Equatable, Sendable {
  /// At a place of the log.
  case place(Subscription.Start)
  /// With what the daemon has seen since then.
  case time(Timestamp)

  /// Reads `now`, `oldest`, a sequence to go on after, a time ago such as `2h`, `90m` or `3d`, or an RFC 3339 time. Nil
  /// for anything else.
  public init?(_ text: String, now: Timestamp) {
    let text = text.lowercased()
    switch text {
    case "now": self = .place(.now)
    case "oldest": self = .place(.oldest)
    default:
      if let sequence = Int(text, in: Subscription.sequences) {
        guard !text.hasPrefix("+") else { return nil }
        self = .place(.sequence(sequence))
      } else if let ago = Self.days(text) ?? DurationText.parse(text) {
        self = .time(now - ago)
      } else if let time = Timestamp(rfc3339: text.uppercased()) {
        self = .time(time)
      } else {
        return nil
      }
    }
  }

  /// A log is kept for days, which no setting needs.
  private static func days(_ text: String) -> Duration? {
    guard text.hasSuffix("d"), let days = Int(text.dropLast(), in: 0...400) else { return nil }
    return .seconds(days * 86_400)
  }
}
