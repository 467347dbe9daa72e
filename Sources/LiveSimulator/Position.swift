/// A place on the field or in the batting order, by StatsAPI's number.
enum Position: Int, Sendable, CaseIterable {
  case pitcher = 1
  case catcher, firstBase, secondBase, thirdBase, shortstop, leftField, centerField, rightField
  case designatedHitter, pinchHitter, pinchRunner

  /// Those who can start beside the pitcher.
  static let starting: [Position] = [
    .catcher, .firstBase, .secondBase, .thirdBase, .shortstop, .leftField, .centerField, .rightField, .designatedHitter,
  ]
  static let outfield: [Position] = [.leftField, .centerField, .rightField]

  var abbreviation: String {
    switch self {
    case .pitcher: "P"
    case .catcher: "C"
    case .firstBase: "1B"
    case .secondBase: "2B"
    case .thirdBase: "3B"
    case .shortstop: "SS"
    case .leftField: "LF"
    case .centerField: "CF"
    case .rightField: "RF"
    case .designatedHitter: "DH"
    case .pinchHitter: "PH"
    case .pinchRunner: "PR"
    }
  }

  /// `position.name`.
  var name: String {
    switch self {
    case .pitcher: "Pitcher"
    case .catcher: "Catcher"
    case .firstBase: "First Base"
    case .secondBase: "Second Base"
    case .thirdBase: "Third Base"
    case .shortstop: "Shortstop"
    case .leftField: "Outfielder"
    case .centerField: "Outfielder"
    case .rightField: "Outfielder"
    case .designatedHitter: "Designated Hitter"
    case .pinchHitter: "Pinch Hitter"
    case .pinchRunner: "Pinch Runner"
    }
  }

  /// Who stands there, as a sentence says it.
  var noun: String {
    switch self {
    case .firstBase: "first baseman"
    case .secondBase: "second baseman"
    case .thirdBase: "third baseman"
    case .leftField: "left fielder"
    case .centerField: "center fielder"
    case .rightField: "right fielder"
    default: name.lowercased()
    }
  }

  var type: String {
    switch self {
    case .pitcher: "Pitcher"
    case .catcher: "Catcher"
    case .firstBase, .secondBase, .thirdBase, .shortstop: "Infielder"
    case .leftField, .centerField, .rightField: "Outfielder"
    case .designatedHitter, .pinchHitter: "Hitter"
    case .pinchRunner: "Runner"
    }
  }

  var json: JSON {
    [
      "code": .string(String(rawValue)), "name": .string(name), "type": .string(type),
      "abbreviation": .string(abbreviation),
    ]
  }
}
