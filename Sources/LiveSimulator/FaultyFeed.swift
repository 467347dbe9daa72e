/// The feed of a game with faulty servers and caches: some answers are wrong. Pure: the same game, seed and second
/// give the same answer.
public struct FaultyFeed: Sendable {
  /// The kind of a response.
  public enum Answer: String, CaseIterable, Sendable {
    case right
    /// The feed as it was some seconds ago.
    case stale
    /// The feed as it was minutes ago.
    case older
    /// A truncated body.
    case truncated
    case empty
    /// The body `{}`.
    case emptyObject
    /// An HTML page of a proxy, with status 200.
    case html
    /// A complete body that is not JSON.
    case malformed
    case otherGame
    /// The last plays are missing, under the newest `timeStamp`.
    case shrunken
    /// A member has a value of another type.
    case mistyped
    /// A number is as large as 64 bits allow.
    case absurd
  }

  /// Returns the feed at a second, without some of its last plays.
  private let game: @Sendable (_ time: Double, _ hidden: Int) -> [UInt8]
  private let other: @Sendable (_ time: Double) -> [UInt8]
  private let seed: UInt64
  private let answers: [Answer]
  private let shares: [Double]

  /// - Parameters:
  ///   - game: the game that is requested.
  ///   - other: the game whose feed is served instead in answers of that kind.
  ///   - seed: selects the kind of each answer.
  ///   - shares: the share of each kind among all answers, 0 to 1; the rest is right.
  public init(
    _ game: SimulatedGame, other: SimulatedGame, seed: UInt64, shares: [Answer: Double] = Self.badDay
  ) {
    self.init({ game.feed(at: $0, hiding: $1) }, other: { other.feed(at: $0) }, seed, shares)
  }

  /// The play-by-play of a game of the NBA. Before it has one, the first one stands for it.
  /// - Parameters:
  ///   - game: the game that is requested.
  ///   - other: the game whose file is served instead in answers of that kind.
  ///   - seed: selects the kind of each answer.
  ///   - shares: the share of each kind among all answers, 0 to 1; the rest is right.
  public init(
    _ game: SimulatedNBAGame, other: SimulatedNBAGame, seed: UInt64, shares: [Answer: Double] = Self.badDay
  ) {
    self.init(
      { game.playByPlay(at: max($0, game.tipOff), hiding: $1) ?? [] },
      other: { other.playByPlay(at: max($0, other.tipOff)) ?? [] }, seed, shares)
  }

  private init(
    _ game: @escaping @Sendable (Double, Int) -> [UInt8], other: @escaping @Sendable (Double) -> [UInt8],
    _ seed: UInt64, _ shares: [Answer: Double]
  ) {
    (self.game, self.other, self.seed) = (game, other, seed)
    answers = Answer.allCases
    let faulty = shares.reduce(0) { $1.key == .right ? $0 : $0 + $1.value }
    self.shares = Answer.allCases.map { $0 == .right ? max(0, 1 - faulty) : shares[$0] ?? 0 }
  }

  /// Shares with which more than three answers of ten are wrong.
  public static let badDay: [Answer: Double] = [
    .stale: 0.1, .older: 0.04, .truncated: 0.03, .empty: 0.02, .emptyObject: 0.02, .html: 0.02, .malformed: 0.02,
    .otherGame: 0.02, .shrunken: 0.03, .mistyped: 0.02, .absurd: 0.02,
  ]

  /// Returns the kind of the response at a second.
  public func answer(at time: Double) -> Answer {
    var dice = dice(at: time)
    return answers[dice.index(weights: shares)]
  }

  /// Returns the body of the response at a second.
  public func feed(at time: Double) -> [UInt8] {
    var dice = dice(at: time)
    let answer = answers[dice.index(weights: shares)]
    switch answer {
    case .right: return game(time, 0)
    case .stale: return game(time - dice.seconds(in: 3...45), 0)
    case .older: return game(time - dice.seconds(in: 60...2400), 0)
    case .truncated:
      let body = game(time, 0)
      return Array(body.prefix(dice.number(in: 1...body.count - 1)))
    case .empty: return []
    case .emptyObject: return Array("{}".utf8)
    case .html: return Array("<!DOCTYPE html><html><head><title>502</title></head><body>Bad gateway</body></html>".utf8)
    case .malformed: return malformed(&dice, game(time, 0))
    case .otherGame: return other(time)
    case .shrunken: return game(time, dice.number(in: 1...4))
    case .mistyped: return replacingNumber(&dice, game(time, 0), with: ["\"x\"", "{}", "[7]", "true"])
    case .absurd:
      let numbers = ["9223372036854775807", "-9223372036854775808", "9223372036854775806", "1e308", "-0.5"]
      return replacingNumber(&dice, game(time, 0), with: numbers)
    }
  }

  /// Replaces a number with another value.
  private func replacingNumber(_ dice: inout SplitMix64, _ body: [UInt8], with values: [String]) -> [UInt8] {
    let start = dice.number(in: 0...body.count / 2)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    // A number after a name; inside a string, no quotation mark precedes the colon.
    let place = body.indices.dropFirst(max(start, 2)).first { index in
      digits.contains(body[index]) && body[index - 1] == UInt8(ascii: ":") && body[index - 2] == UInt8(ascii: "\"")
    }
    guard let place else { return body }
    let end = body[place...].firstIndex { !digits.contains($0) } ?? body.endIndex
    return body[..<place] + Array(dice.pick(values).utf8) + body[end...]
  }

  private func dice(at time: Double) -> SplitMix64 {
    var dice = SplitMix64(seed: seed ^ time.bitPattern)
    return dice.branched()
  }

  /// Doubles the colon after a name, which makes the JSON invalid; inside strings quotation marks are escaped.
  private func malformed(_ dice: inout SplitMix64, _ body: [UInt8]) -> [UInt8] {
    let start = dice.number(in: 0...body.count / 2)
    let place = body.indices.dropFirst(max(start, 2)).first { index in
      body[index] == UInt8(ascii: ":") && body[index - 1] == UInt8(ascii: "\"") && body[index - 2] != UInt8(ascii: "\\")
    }
    var broken = body
    broken.insert(UInt8(ascii: ":"), at: place ?? 0)
    return broken
  }
}
