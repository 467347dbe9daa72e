/// One entry of `routes`: which events go to which sinks. An empty list matches everything; of a list that is not empty,
/// one element that fits is enough; all conditions must fit.
struct Rule: Equatable, Sendable {
  /// Short names, such as `mlb`.
  var leagues: [String] = []
  /// Abbreviations; either side of the game fits.
  var teams: [String] = []
  /// Anybody who takes part fits, in whatever role.
  var players: [PlayerName] = []
  var types: [EventType] = []
  var tags: [Tag] = []
  /// Of the play itself; an event without an inning does not fit.
  var innings: ClosedRange<Int>?
  /// The lead after the play, whoever has it; an event without a score does not fit.
  var scoreMargin: ClosedRange<Int>?
  /// 0 to 4; nil lets sinks for people have 1 and more, and programs all.
  var importance: ClosedRange<Int>?
  /// Names from the configuration; none means that what matches goes nowhere.
  var sinks: [String] = []
  /// Rules after this one are not asked about an event that matched it.
  var stop = false
  var origin = Origin()

  /// Where a rule is written. It is no part of what the rule says, so that all are equal.
  struct Origin: Equatable, Sendable {
    var place: Fault.Place?

    static func == (left: Origin, right: Origin) -> Bool { true }
  }
}
