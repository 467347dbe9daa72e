/// The closed list of CloudEvents types that are emitted; tags say the rest.
enum EventType: String, Codable, Sendable, CaseIterable {
  case status = "livegame.status"
  case lineup = "livegame.lineup"
  case inning = "livegame.inning"
  case play = "livegame.play"
  case action = "livegame.action"
  case watch = "livegame.watch"
  case source = "livegame.source"
}
