/// A route whose sinks may be described in a file that comes later.
struct RouteDraft {
  enum Key: String, CaseIterable {
    case leagues, teams, players, types, tags, innings, importance, sinks, stop
    case scoreMargin = "score_margin"
  }

  var place: Fault.Place
  var rule = Rule()
  var sinks: [(text: String, place: Fault.Place)] = []
  /// A value in it was refused, so that what is left says nothing of what was meant.
  var isBroken = false
}
