/// The names of conditions, the same in a route, in the filter of a subscription and in the options of a command.
enum ConditionKey: String, CodingKey, CaseIterable, Sendable {
  case leagues, teams, batting, pitching, players, types, tags
  case allTags = "all_tags"
  case notTags = "not_tags"
  case innings
  case scoreMargin = "score_margin"
  case importance
  case minLeverage = "min_leverage"
  case minSwing = "min_swing"
  case provisional

  /// The valid numbers of a range; nil for a key that takes no range.
  var bounds: ClosedRange<Int>? {
    switch self {
    case .innings: 1...99
    case .scoreMargin: 0...99
    case .importance: 0...4
    default: nil
    }
  }

  /// The valid numbers of a least value with decimals; nil for a key that takes none.
  var leastValues: ClosedRange<Double>? {
    switch self {
    case .minLeverage: 0...20
    case .minSwing: 0...1
    default: nil
    }
  }

  /// Whether the value needs the whole event, not only the members that `EventHead` has.
  var isDeep: Bool { [.batting, .pitching, .players, .innings, .minLeverage, .minSwing].contains(self) }
}
