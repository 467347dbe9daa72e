/// Counts of one group of statistics, by StatsAPI's names and in a fixed order.
struct StatLine: Sendable {
  let group: Group
  private var counts: [Int]

  /// A group of statistics with the names of its counts.
  enum Group: String, Sendable, CaseIterable {
    case hitting, pitching, fielding

    fileprivate var names: [String] {
      switch self {
      case .hitting:
        [
          "gamesPlayed", "plateAppearances", "atBats", "runs", "hits", "doubles", "triples", "homeRuns", "rbi",
          "baseOnBalls", "hitByPitch", "sacFlies", "strikeOuts", "stolenBases", "totalBases",
        ]
      case .pitching:
        [
          "gamesPlayed", "gamesPitched", "gamesStarted", "wins", "losses", "saves", "battersFaced", "outs", "atBats",
          "runs", "earnedRuns", "hits", "homeRuns", "baseOnBalls", "hitByPitch", "sacFlies", "strikeOuts", "totalBases",
        ]
      case .fielding:
        ["gamesPlayed", "games", "gamesStarted", "outs", "putOuts", "assists", "errors", "doublePlays"]
      }
    }
  }

  init(_ group: Group) { (self.group, counts) = (group, group.names.map { _ in 0 }) }

  /// The count of one of the group's names.
  subscript(name: String) -> Int {
    get { group.names.firstIndex(of: name).map { counts[$0] } ?? 0 }
    set { if let place = group.names.firstIndex(of: name) { counts[place] = newValue } }
  }

  /// Returns the sums of lines of one group.
  static func sum(_ lines: [StatLine], of group: Group) -> StatLine {
    lines.reduce(into: StatLine(group)) { total, line in
      for place in total.counts.indices { total.counts[place] += line.counts[place] }
    }
  }

  /// The member `stat`: the counts, and the rates that follow from them.
  var stat: JSON {
    let hidden: Set = group == .fielding ? ["outs"] : []
    let known = zip(group.names, counts).filter { !hidden.contains($0.0) }
    return JSON.object(known.map { ($0, .number($1)) }).adding(rates.map { ($0, .string($1)) })
  }

  private var rates: [(String, String)] {
    switch group {
    case .hitting:
      let onBase = Rate(self["hits"] + self["baseOnBalls"] + self["hitByPitch"], of: onBaseChances)
      let slugging = Rate(self["totalBases"], of: self["atBats"])
      return [
        ("avg", Rate(self["hits"], of: self["atBats"]).average), ("obp", onBase.average), ("slg", slugging.average),
        ("ops", (onBase + slugging).average),
      ]
    case .pitching:
      return [
        ("inningsPitched", innings), ("era", Rate(27 * self["earnedRuns"], of: self["outs"]).hundredths),
        ("whip", Rate(3 * (self["hits"] + self["baseOnBalls"]), of: self["outs"]).hundredths),
      ]
    case .fielding:
      let handled = self["putOuts"] + self["assists"]
      return [("innings", innings), ("fielding", Rate(handled, of: handled + self["errors"]).average)]
    }
  }

  private var onBaseChances: Int { self["atBats"] + self["baseOnBalls"] + self["hitByPitch"] + self["sacFlies"] }

  /// Outs as innings: `47.1` is 47 innings and an out.
  private var innings: String { "\(self["outs"] / 3).\(self["outs"] % 3)" }
}

/// A quotient as StatsAPI writes it; nil if the divisor is zero.
struct Rate {
  let value: Double?

  init(_ count: Int, of divisor: Int) { value = divisor > 0 ? Double(count) / Double(divisor) : nil }
  private init(_ value: Double?) { self.value = value }

  static func + (one: Rate, other: Rate) -> Rate {
    guard let first = one.value, let second = other.value else { return Rate(nil) }
    return Rate(first + second)
  }

  /// Text such as `.307`, `1.012` or `.---`.
  var average: String {
    guard let value else { return ".---" }
    let text = Self.text(value, digits: 3)
    return text.hasPrefix("0") ? String(text.dropFirst()) : text
  }

  /// Text such as `2.87` or `-.--`.
  var hundredths: String { value.map { Self.text($0, digits: 2) } ?? "-.--" }

  /// Returns a number with this many digits behind the point.
  static func text(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
    let (whole, part) = Int((value.magnitude * Double(scale)).rounded()).quotientAndRemainder(dividingBy: scale)
    let padding = String(repeating: "0", count: digits - String(part).count)
    return "\(value < 0 && (whole, part) != (0, 0) ? "-" : "")\(whole).\(padding)\(part)"
  }
}
