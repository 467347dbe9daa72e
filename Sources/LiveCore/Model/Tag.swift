/// The meaning of an event. StatsAPI's `eventType` codes are tags too, so that an unknown code is not an error.
struct Tag: RawRepresentable, Hashable, Codable, Sendable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }
  init(_ rawValue: String) { self.rawValue = rawValue }

  static let start = Tag("start")
  static let final = Tag("final")
  static let tied = Tag("tied")
  static let unconfirmed = Tag("unconfirmed")
  static let catchUp = Tag("catch_up")
  static let scoring = Tag("scoring")
  static let tie = Tag("tie")
  static let goAhead = Tag("go_ahead")
  static let leadChange = Tag("lead_change")
  static let substitution = Tag("substitution")
  static let review = Tag("review")
  static let overturned = Tag("overturned")
  static let warmup = Tag("warmup")
  static let delay = Tag("delay")
  static let resume = Tag("resume")
  static let suspended = Tag("suspended")
  static let postponed = Tag("postponed")
  static let cancelled = Tag("cancelled")
  static let rescheduled = Tag("rescheduled")
  static let lineup = Tag("lineup")
  static let changed = Tag("changed")
  static let started = Tag("started")
  static let ended = Tag("ended")
  static let degraded = Tag("degraded")
  static let blocked = Tag("blocked")
  static let stale = Tag("stale")
  static let recovered = Tag("recovered")
  static let test = Tag("test")

  /// The tags of every league. A league may have further ones.
  static let shared: [Tag] = [
    .start, .final, .tied, .unconfirmed, .catchUp, .scoring, .tie, .goAhead, .leadChange, .substitution, .review,
    .overturned, .warmup, .delay, .resume, .suspended, .postponed, .cancelled, .rescheduled, .lineup, .changed,
    .started, .ended, .degraded, .blocked, .stale, .recovered, .test,
  ]
}
