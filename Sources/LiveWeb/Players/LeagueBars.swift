internal import LiveModel

/// Figures in which 100 is the league, as bars on either side of 100.
struct LeagueBars: Sendable {
  var groups: [Group]
  /// How the figures are counted.
  var method: String

  /// The figures of one table.
  struct Group: Sendable {
    /// `Hitting`; nil for a player with one table.
    var subject: String?
    var figures: [Figure]
  }

  struct Figure: Sendable {
    var name: String
    /// `less is better`; nil if more is.
    var remark: String?
    var value: String
    /// `31 % better than the league`; nil for a figure that is not relative.
    var comparison: String?
    /// Nil if the player has played too little, and for a figure that is not relative.
    var bar: Bar?
    /// The text in place of the bar.
    var instead: String
  }

  /// A bar in a drawing that is 200 wide.
  struct Bar: Sendable {
    /// `pos` for better than the league, `neg` for worse.
    var kind: String
    var start: Int
    var width: Int
    /// The points of an arrow at the end of a bar that is cut off; nil for any other.
    var arrow: String?
  }

  /// Nil without figures.
  init?(_ profile: PlayerProfile, _ lines: [SeasonLine]) {
    let tables = ["hitting", "pitching"].filter { name in
      profile.figures.contains { $0.table == name && $0.isRelative }
    }
    let shown = profile.figures.filter { tables.contains($0.table) }
    guard !shown.isEmpty else { return nil }
    groups = tables.map { table in
      let isLong = lines.first { $0.table == table }?.isLong ?? true
      return Group(
        subject: tables.count > 1 ? table.capitalizedFirst : nil,
        figures: shown.filter { $0.table == table }.compactMap { Figure($0, hasBar: isLong) })
    }
    method = Self.method(shown.filter(\.isRelative))
  }

  private static func method(_ figures: [StatFigure]) -> String {
    func names(_ isMember: (StatFigure) -> Bool) -> String {
      figures.filter(isMember).map(\.name).joined(separator: " and ")
    }
    let (inverted, computed) = (names(\.isInverted), names(\.isComputed))
    return [
      "100 is the league’s figure of the season, 110 is 10 % above it, 90 is 10 % below it.",
      inverted.isEmpty ? nil : "Of \(inverted), less is better.",
      computed.isEmpty ? nil : "livegamed computes \(computed), and does not adjust for the park.",
      "With fewer than \(SeasonLine.fewestAppearances) plate appearances, or \(SeasonLine.fewestInnings) innings of a "
        + "pitcher, no bar is drawn.",
    ].compactMap(\.self).joined(separator: " ")
  }
}

extension LeagueBars.Figure {
  /// Nil for a value that is no sensible number.
  init?(_ figure: StatFigure, hasBar: Bool) {
    guard figure.isRelative else {
      guard let tenths = Int(exactly: (figure.value * 10).rounded()), tenths.magnitude < 100_000 else { return nil }
      self.init(
        name: figure.name, value: "\(tenths < 0 ? "−" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)",
        instead: figure.name == "WAR" ? "wins above a replacement" : "")
      return
    }
    guard let value = Int(exactly: figure.value.rounded()), value.magnitude < 100_000 else { return nil }
    let difference = value - 100
    let isBetter = figure.isInverted ? difference < 0 : difference > 0
    self.init(
      name: figure.name, remark: figure.isInverted ? "less is better" : nil,
      value: value < 0 ? "−\(value.magnitude)" : "\(value)",
      comparison: difference == 0
        ? "as the league" : "\(difference.magnitude) % \(isBetter ? "better" : "worse") than the league",
      instead: "too few games yet")
    if hasBar { bar = LeagueBars.Bar(difference, isBetter: isBetter) }
  }
}

extension LeagueBars.Bar {
  /// The largest difference from 100 that fits.
  private static let most = 60

  init(_ difference: Int, isBetter: Bool) {
    let isCut = difference.magnitude > Self.most
    let width = isCut ? 90 : Int(difference.magnitude) * 100 / Self.most
    self.init(
      kind: isBetter ? "pos" : "neg", start: difference < 0 ? 100 - width : 100, width: width,
      arrow: isCut ? (difference < 0 ? "14,2 0,10 14,18" : "186,2 200,10 186,18") : nil)
  }
}
