public import LiveModel

/// `source.nba.numbers`: the service balldontlie, which lists the NBA's players.
public struct NumbersSettings: Sendable, Equatable {
  /// The key of the user's account. Nil for none.
  public var key: Secret?
  /// An `http` or `https` URL without query, userinfo and trailing slash.
  public var baseURL = "https://api.balldontlie.io"
  /// The limit of the key's plan, within `requestBounds`.
  public var requestsPerMinute = 5

  /// The limits of the plans, from the free one to the best.
  static let requestBounds = 1...600
  /// The longest key, in bytes.
  static let longestKey = 200
}
