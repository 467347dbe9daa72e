/// The bases and the outs of a half-inning.
struct Field: Sendable {
  /// First, second, third.
  var bases: [Player?] = [nil, nil, nil]
  var outs = 0

  /// Whether somebody stands on a base from 1 to 3.
  func has(_ base: Int) -> Bool { bases[base - 1] != nil }

  var runners: Int { bases.count { $0 != nil } }
  var isLoaded: Bool { runners == 3 }
  var isEmpty: Bool { runners == 0 }

  /// Whether the runner must go when the batter comes to first.
  func isForced(_ base: Int) -> Bool { (1...base).allSatisfy(has) }
}
