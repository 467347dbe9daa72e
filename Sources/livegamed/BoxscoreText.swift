/// One side's batters, pitchers, notes, bench and bullpen.
struct BoxscoreText {
  let box: BaseballSheet.Box
  let team: String
  let abbreviation: String
  let text: GameText
  /// Whether there are statistics of the game. Before it, the batters are a lineup.
  let hasBegun: Bool

  /// Sections, each a list of lines; some may be empty.
  var blocks: [[String]] {
    [batters + notes, pitchers, roster]
  }

  private var batters: [String] {
    hasBegun && box.batters.contains { $0.stats.atBats != nil } ? battingLines : lineup
  }

  private var battingLines: [String] {
    var table = BoxscoreTable(
      "\(team) batting", short: "\(abbreviation) batting", ["AB", "R", "H", "RBI", "BB", "K", "AVG"])
    for batter in box.batters {
      table.add(name(of: batter), numbers(batter.stats) + [batter.average ?? ""])
    }
    if let totals = box.batting, !table.isEmpty { table.add("Totals", numbers(totals) + [""]) }
    return table.lines(width: text.width, hasColour: text.hasColour)
  }

  private func numbers(_ stats: BaseballSheet.Batting) -> [String] {
    [stats.atBats, stats.runs, stats.hits, stats.rbi, stats.baseOnBalls, stats.strikeOuts].map(Self.cell)
  }

  private var lineup: [String] {
    var table = BoxscoreTable("\(team) lineup", short: "\(abbreviation) lineup", ["AVG"])
    for batter in box.batters {
      let place = batter.order % 100 == 0 ? "\(batter.order / 100) " : "  "
      table.add(place + batter.positioned, [batter.average ?? ""])
    }
    return table.lines(width: text.width, hasColour: text.hasColour)
  }

  /// Returns the name with its positions, that of a substitute below the player whom he replaced.
  private func name(of batter: BaseballSheet.Batter) -> String {
    batter.order % 100 == 0 ? batter.positioned : "  \(batter.mark ?? "")\(batter.positioned)"
  }

  private var notes: [String] { box.notes.flatMap { $0.onOneLine.broken(to: text.width) } }

  private var pitchers: [String] {
    var table = BoxscoreTable(
      "\(team) pitching", short: "\(abbreviation) pitching", ["IP", "H", "R", "ER", "BB", "K", "HR", "P-S", "ERA"])
    for pitcher in box.pitchers {
      let stats = pitcher.stats
      let counts = stats.numberOfPitches.map { pitches in "\(pitches)" + (stats.strikes.map { "-\($0)" } ?? "") }
      let numbers = [stats.hits, stats.runs, stats.earnedRuns, stats.baseOnBalls, stats.strikeOuts, stats.homeRuns]
      table.add(
        pitcher.name + (pitcher.note.map { " \($0)" } ?? ""),
        [stats.inningsPitched ?? ""] + numbers.map(Self.cell) + [counts ?? "", pitcher.era ?? ""])
    }
    return table.lines(width: text.width, hasColour: text.hasColour)
  }

  private var roster: [String] {
    func names(_ players: [BaseballSheet.Player], withPosition: Bool) -> String {
      players.map { player in
        (player.name ?? "?") + (withPosition ? player.position.map { " \($0)" } ?? "" : "")
      }.joined(separator: ", ")
    }
    let lists = [
      ("Bench", names(box.bench, withPosition: true)), ("Bullpen", names(box.bullpen, withPosition: false)),
    ].filter { !$0.1.isEmpty }
    return text.section(
      "\(team) roster", text.entries(lists.map { GameText.Entry(label: $0.0, text: $0.1) }))
  }

  private static func cell(_ number: Int?) -> String { number.map(String.init) ?? "" }
}

extension BaseballSheet.Batter {
  /// The name with the positions: `Kyle Manzardo PH-1B`.
  fileprivate var positioned: String { positions.isEmpty ? name : "\(name) \(positions.joined(separator: "-"))" }
}
