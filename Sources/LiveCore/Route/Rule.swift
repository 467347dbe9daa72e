/// One entry of `routes`: which events go to which sinks. An empty list of teams, types or tags matches everything; of a
/// list that is not empty, one element that fits is enough.
struct Rule: Equatable, Sendable {
  /// Abbreviations; either side of the game fits.
  var teams: [String] = []
  var types: [EventType] = []
  var tags: [Tag] = []
  /// Names from the configuration; none means that what matches goes nowhere.
  var sinks: [String] = []
  /// Rules after this one are not asked about an event that matched it.
  var stop = false
}
