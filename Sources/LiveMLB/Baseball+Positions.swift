package import LiveModel

/// The positions by which people select players.
extension Baseball {
  /// A player who pitches and bats is found as a pitcher, too.
  package var positions: [PositionName] {
    [
      PositionName("P", "pitcher", "pitchers", covers: ["P", "SP", "RP", "TWP"]),
      PositionName("C", "catcher", "catchers"),
      PositionName("1B", "first base", "first baseman"), PositionName("2B", "second base", "second baseman"),
      PositionName("3B", "third base", "third baseman"), PositionName("SS", "shortstop", "shortstops"),
      PositionName("IF", "infield", "infielder", "infielders", covers: ["1B", "2B", "3B", "SS", "IF"]),
      PositionName("LF", "left field", "left fielder"), PositionName("CF", "center field", "center fielder"),
      PositionName("RF", "right field", "right fielder"),
      PositionName("OF", "outfield", "outfielder", "outfielders", covers: ["LF", "CF", "RF", "OF"]),
      PositionName("DH", "designated hitter", "designated hitters"),
      PositionName("TWP", "two-way player", "two-way players", "two-way"),
      PositionName("PH", "pinch hitter", "pinch hitters"), PositionName("PR", "pinch runner", "pinch runners"),
    ]
  }
}
