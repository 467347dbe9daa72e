internal import LiveModel

/// How much an event matters to a fan, from 0 to 4. A game has about 350 actions, 85 baskets and 25 events of importance 2
/// and more.
enum BasketballImportance {
  /// Returns the importance of an action. A lead changes dozens of times before the 4th quarter.
  static func of(_ tags: [Tag], period: Int, family: Int = 1) -> Int {
    let all = Set(tags)
    var most = family
    for (tag, importance) in table where all.contains(tag) { most = max(most, importance) }
    if period >= 4, all.contains(.goAhead) || all.contains(.tie) { most = max(most, 3) }
    if all.contains(.clutch) {
      if all.contains(.leadChange) { most = 4 }
      if all.contains(.dunk) { most = max(most, 3) }
    }
    return most
  }

  private static let table: [(Tag, Int)] = [
    (.fieldGoal, 1), (.timeout, 1), (.andOne, 1), (.periodStart, 1), (.instantReplay, 1), (.technical, 2),
    (.foulOut, 2),
    (.periodEnd, 2), (.challenge, 2), (.doubleDouble, 2), (.flagrant, 3), (.ejection, 3), (.points(30), 3),
    (.points(40), 3), (.start, 3), (.buzzerBeater, 4), (.tripleDouble, 4), (.quadrupleDouble, 4), (.points(50), 4),
    (.points(60), 4), (.points(70), 4), (.final, 4),
  ]
}
