internal import LiveModel

/// The reason why a delivery is skipped; stored as text in `delivery.reason`.
struct SkipReason: RawRepresentable, Hashable, Sendable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  /// The receiver has a newer revision of the fact.
  static let superseded = Self(rawValue: "superseded")
  /// The newest revision of the fact is no longer for the sink.
  static let unrouted = Self(rawValue: "unrouted")
  /// The fact was taken back before it was sent.
  static let retracted = Self(rawValue: "retracted")
  /// The event was observed too long after it had happened to be news for people.
  static let stale = Self(rawValue: "stale")
  /// The revision only follows from the correction of another fact, which is a message of its own.
  static let consequence = Self(rawValue: "consequence")
  /// The revision only completes or follows from what the receiver has, in a message that cannot be edited.
  static let completion = Self(rawValue: "completion")

  /// The operator dropped its fact at the end of a pause.
  static let withheld = Self(rawValue: "withheld")

  /// The operator dropped it, as the user with this id.
  static func dropped(by user: Int?) -> Self { Self(rawValue: user.map { "dropped \($0)" } ?? "dropped") }

  /// The user who dropped it; nil if it was not dropped, or the user is not known.
  var user: Int? { rawValue.hasPrefix("dropped ") ? Int(rawValue.dropFirst("dropped ".count), in: 0...Int.max) : nil }

  /// The first word.
  var word: String { String(rawValue.prefix { $0 != " " }) }
}
