public import LiveModel

/// `source.nba`.
public struct NBASettings: Sendable, Equatable {
  /// Whether games are polled. Nil polls them while one of the NBA's teams is followed.
  public var enabled: Bool?
  /// An `http` or `https` URL without query, userinfo and trailing slash.
  public var baseURL = "https://cdn.nba.com"
  /// The `User-Agent` of each request, for a server that refuses the usual one. Nil for the usual one.
  public var userAgent: String?
  /// The service that lists the players.
  public var numbers = NumbersSettings()

  /// The longest `userAgent`, in bytes.
  static let longestUserAgent = 200
}

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
