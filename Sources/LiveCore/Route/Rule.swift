internal import LiveModel

/// One entry of `routes`, which sends matching events to sinks.
struct Rule: Equatable, Sendable {
  /// The events that match. Without a condition on the importance, events of importance 0 do not go to sinks for people.
  var conditions = Conditions()
  /// Names of sinks in the configuration. Empty means that matching events go nowhere.
  var sinks: [String] = []
  /// Whether a match skips the later rules.
  var stop = false
  var origin = Origin()

  /// The location of a rule in the configuration. All values are equal, since the location is not part of the rule's
  /// meaning.
  struct Origin: Equatable, Sendable {
    var place: Fault.Place?

    static func == (left: Origin, right: Origin) -> Bool { true }
  }
}
