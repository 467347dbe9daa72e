/// The state of play that an event leaves behind, as far as its league has such members.
package struct GameMoment: Equatable, Sendable {
  /// The time of play, such as `Top 5th` or `Q4 2:10`.
  package var period: String?
  package var outs: Int?
  /// The runners on first, second and third base; nil for a league without bases.
  package var runners: [String?]?
  /// The side at bat.
  package var batting: Side?

  package init(period: String? = nil, outs: Int? = nil, runners: [String?]? = nil, batting: Side? = nil) {
    (self.period, self.outs, self.runners, self.batting) = (period, outs, runners, batting)
  }
}

/// A kind of event that home automation reacts to.
package struct EventKind: Equatable, Sendable {
  /// The name, such as `home_run`. It stands in the automations of users and never changes.
  package let name: String
  /// The tag that an event of this kind has.
  package let tag: Tag
  /// Whether one side does it, so that the other side has a kind of its own: `home_run_against`.
  package let isOfOneSide: Bool

  package init(_ name: String, _ tag: Tag, isOfOneSide: Bool = false) {
    (self.name, self.tag, self.isOfOneSide) = (name, tag, isOfOneSide)
  }
}
