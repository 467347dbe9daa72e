internal import LiveModel

/// Figures that StatsAPI gives with the type `sabermetrics`.
enum MLBSabermetrics {
  /// The figures of each table in the order in which they are shown, with StatsAPI's names. Those without one are
  /// always computed.
  private static let known: [(table: String, name: String, member: String?, isRelative: Bool, isInverted: Bool)] = [
    ("hitting", "wRC+", "wRcPlus", true, false), ("hitting", "OPS+", "opsPlus", true, false),
    ("hitting", "BABIP+", "babipPlus", true, false), ("hitting", "WAR", "war", false, false),
    ("pitching", "FIP-", "fipMinus", true, true), ("pitching", "ERA-", "eraMinus", true, true),
    ("pitching", "WAR", "war", false, false),
  ]

  /// StatsAPI's names, for the `fields` parameter.
  static let fields = Set(known.compactMap(\.member)).sorted()

  /// Returns the figures among the values of a split.
  static func figures(_ table: String, _ values: [String: JSONNode]) -> [StatFigure] {
    known.filter { $0.table == table }.compactMap { figure in
      figure.member.flatMap { MLBStatNumber.value(values[$0]) }.map {
        StatFigure(table, figure.name, $0, isRelative: figure.isRelative, isInverted: figure.isInverted)
      }
    }
  }

  /// Returns the figures with computed ones in the places of those that are missing, in the order of `known`.
  static func completed(_ figures: [StatFigure], with computed: [String: [String: Double]]) -> [StatFigure] {
    known.compactMap { wanted in
      if let figure = figures.first(where: { $0.table == wanted.table && $0.name == wanted.name }) { return figure }
      return computed[wanted.table]?[wanted.name].map {
        StatFigure(
          wanted.table, wanted.name, $0, isRelative: wanted.isRelative, isInverted: wanted.isInverted, isComputed: true)
      }
    }
  }
}
