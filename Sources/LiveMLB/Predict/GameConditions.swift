internal import FoundationEssentials
internal import LiveModel

/// Where a game is played, and in which weather: `gameData.venue` and `gameData.weather` of `feed/live`.
struct GameConditions: Equatable, Sendable {
  /// The id of the ballpark; nil if unknown.
  var venue: Int?
  /// Nil until the feed has it, some hours before the game.
  var weather: Weather?

  struct Weather: Equatable, Sendable {
    /// Degrees Fahrenheit; 72 under a roof.
    var temperature: Double
    /// Miles an hour towards the outfield; negative towards home plate, 0 across and under a roof.
    var windOut: Double
  }

  /// Value of the `fields` parameter.
  static let fields = ["gamePk", "gameData", "venue", "id", "weather", "condition", "temp", "wind"]

  /// Decodes an answer of `feed/live`. Throws if it has no `gameData`.
  init(in feed: [UInt8]) throws { self = try JSONDecoder().decode(Answer.self, from: Data(feed)).conditions }

  init(venue: Int? = nil, weather: Weather? = nil) { (self.venue, self.weather) = (venue, weather) }

  private struct Answer: Decodable {
    var conditions: GameConditions

    private enum CodingKeys: String, CodingKey { case gameData }

    init(from decoder: any Decoder) throws {
      let game = try decoder.container(keyedBy: CodingKeys.self).decode(LenientObject.self, forKey: .gameData)
      let texts = LiveMLB.Weather(game["weather"])
      conditions = GameConditions(
        venue: game["venue"].number("id"),
        weather: texts.flatMap { Weather(condition: $0.condition, temperature: $0.temperature, wind: $0.wind) })
    }
  }
}

extension GameConditions.Weather {
  private static let temperatures = -30...130
  private static let winds = 0...80
  private static let indoors = ["dome", "roof closed"]

  /// Reads the feed's texts: `Roof Closed`, `75`, `8 mph, Out To CF`. Nil without a readable temperature, unless there is
  /// a closed roof.
  init?(condition: String?, temperature: String?, wind: String?) {
    if let condition, Self.indoors.contains(condition.lowercased()) {
      self.init(temperature: 72, windOut: 0)
      return
    }
    guard let temperature = temperature.flatMap({ Int($0, in: Self.temperatures) }) else { return nil }
    self.init(temperature: Double(temperature), windOut: Self.windOut(wind ?? ""))
  }

  private static func windOut(_ text: String) -> Double {
    let parts = text.split(separator: ",", maxSplits: 1)
    guard parts.count == 2, let speed = parts[0].split(separator: " ").first.flatMap({ Int($0, in: winds) }) else {
      return 0
    }
    let direction = parts[1].lowercased()
    if direction.contains("out to") { return Double(speed) }
    return direction.contains("in from") ? -Double(speed) : 0
  }
}
