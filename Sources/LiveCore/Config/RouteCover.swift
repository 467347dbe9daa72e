internal import LiveModel

/// The events that a route with `stop` keeps from the routes below it.
struct RouteCover: Sendable {
  let place: Fault.Place
  private let wanted: Conditions
  private let lists: [ConditionKey: Set<String>]

  init(_ wanted: Conditions, at place: Fault.Place) {
    (self.wanted, self.place) = (wanted, place)
    lists = Dictionary(
      wanted.lists.filter { !$0.names.isEmpty }.map { ($0.key, Set($0.names)) }, uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns whether each event that meets the other conditions meets these too, as far as the conditions of each key show
  /// it.
  func contains(_ others: Conditions) -> Bool {
    for (key, names) in others.lists where lists[key] != nil {
      guard let own = lists[key] else { continue }
      let isCovered =
        switch key {
        case .allTags, .notTags: own.isSubset(of: names)
        default: !names.isEmpty && names.allSatisfy(own.contains)
        }
      guard isCovered else { return false }
    }
    for ((_, own), (_, other)) in zip(wanted.ranges, others.ranges) {
      guard let own else { continue }
      guard let other, own.lowerBound <= other.lowerBound, other.upperBound <= own.upperBound else { return false }
    }
    return wanted.provisional == nil || wanted.provisional == others.provisional
  }
}
