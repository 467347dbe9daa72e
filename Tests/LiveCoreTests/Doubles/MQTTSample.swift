import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Events of a game TOR@AZ for the sink of MQTT.
enum MQTTSample {
  static let azure = FollowedTeam(league: .mlb, abbreviation: "AZ", name: "Arizona Diamondbacks")
  static let toronto = FollowedTeam(league: .mlb, abbreviation: "TOR", name: "Toronto Blue Jays")
  static let topics = MQTTTopics(base: "livegamed", discovery: "homeassistant")

  /// Returns an event of the game at a minute of play.
  static func event(
    _ name: String, minute: Int = 1, revision: Int = 1, change: EventChange = .new, tags: [Tag] = [],
    score: (Int, Int)? = (0, 0), team: String? = "TOR", type: EventType = .play, status: GameStatus.Phase = .live,
    game: Int = 1, date: String = "2024-07-12", odds: EventOdds? = nil
  ) -> Event {
    var event = SampleEvents.event(name, game: game, tags: tags)
    event.type = type
    event.time = SampleEvents.start + .seconds(60 * minute)
    event.data.revision = revision
    event.data.change = change
    event.data.score = score.map { Score(away: $0.0, home: $0.1) }
    (event.data.team, event.data.odds) = (team, odds)
    (event.data.game.status, event.data.game.date) = (status, date)
    return event
  }

  static func cloud(_ event: Event, sequence: Int = 1) -> CloudEvent {
    CloudEvent(event: event, sequence: sequence, logID: LogID(rawValue: "9f2c61aa"))
  }

  static func message(_ event: Event, sequence: Int = 1) throws -> Message {
    Message(body: try cloud(event, sequence: sequence).line())
  }
}
