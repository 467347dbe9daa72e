/// What an event means. StatsAPI's own `eventType` codes are tags too, so that one never seen before is not an error.
struct Tag: RawRepresentable, Hashable, Codable, Sendable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }
  private init(_ rawValue: String) { self.rawValue = rawValue }

  static let start = Tag("start")
  static let final = Tag("final")
  static let tied = Tag("tied")
  static let catchUp = Tag("catch_up")
  static let halfStart = Tag("half_start")
  static let halfEnd = Tag("half_end")
  static let extraInnings = Tag("extra_innings")
  static let hit = Tag("hit")
  static let out = Tag("out")
  static let scoring = Tag("scoring")
  static let tie = Tag("tie")
  static let goAhead = Tag("go_ahead")
  static let leadChange = Tag("lead_change")
  static let walkOff = Tag("walk_off")
  static let grandSlam = Tag("grand_slam")
  static let strikeout = Tag("strikeout")
  static let doublePlay = Tag("double_play")
  static let triplePlay = Tag("triple_play")
  static let basesLoaded = Tag("bases_loaded")
  static let stolenBase = Tag("stolen_base")
  static let caughtStealing = Tag("caught_stealing")
  static let pickoff = Tag("pickoff")
  static let pitchingChange = Tag("pitching_change")
  static let substitution = Tag("substitution")
}
