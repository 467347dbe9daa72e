/// The meaning of an event. A league's own codes are tags too, so that an unknown code is not an error.
package struct Tag: RawRepresentable, Hashable, Codable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
  package init(_ rawValue: String) { self.rawValue = rawValue }

  package static let start = Tag("start")
  package static let final = Tag("final")
  package static let tied = Tag("tied")
  package static let unconfirmed = Tag("unconfirmed")
  package static let catchUp = Tag("catch_up")
  package static let scoring = Tag("scoring")
  package static let tie = Tag("tie")
  package static let goAhead = Tag("go_ahead")
  package static let leadChange = Tag("lead_change")
  package static let substitution = Tag("substitution")
  package static let review = Tag("review")
  package static let overturned = Tag("overturned")
  package static let warmup = Tag("warmup")
  package static let delay = Tag("delay")
  package static let resume = Tag("resume")
  package static let suspended = Tag("suspended")
  package static let postponed = Tag("postponed")
  package static let cancelled = Tag("cancelled")
  package static let rescheduled = Tag("rescheduled")
  package static let lineup = Tag("lineup")
  package static let changed = Tag("changed")
  package static let started = Tag("started")
  package static let ended = Tag("ended")
  package static let degraded = Tag("degraded")
  package static let blocked = Tag("blocked")
  package static let stale = Tag("stale")
  package static let recovered = Tag("recovered")
  package static let predicted = Tag("predicted")
  package static let settled = Tag("settled")
  package static let test = Tag("test")

  /// The tags of every league. A league may have further ones.
  package static let shared: [Tag] = [
    .start, .final, .tied, .unconfirmed, .catchUp, .scoring, .tie, .goAhead, .leadChange, .substitution, .review,
    .overturned, .warmup, .delay, .resume, .suspended, .postponed, .cancelled, .rescheduled, .lineup, .changed,
    .started, .ended, .degraded, .blocked, .stale, .recovered, .predicted, .settled, .test,
  ]
}
