import LiveModel

/// Baseball's sections of one game: situation, linescore, leaders, scoring plays, box score, players.
struct BaseballGameText {
  let sheet: GameSheet
  let baseball: BaseballSheet
  /// Width, colours and zone, and the forms of sections.
  let text: GameText

  private var status: String? { sheet.row.board.game.status }
  private var isOver: Bool { status == "final" }
  private var hasBegun: Bool { ["live", "suspended", "final"].contains(status) || (status == "delayed" && isPlayed) }
  private var isPlayed: Bool { sheet.row.board.score != nil }

  /// Entries after those that all leagues have: situation, weather, pitchers of record.
  var head: [GameText.Entry] {
    let weather = [
      baseball.weather?.condition, baseball.weather?.temperature.map { "\($0) °F" },
      baseball.weather?.wind.flatMap { $0.hasPrefix("0 mph") ? nil : "wind \($0)" },
    ].compactMap(\.self)
    let decisions = baseball.decisions
    let values: [(String, String?)] =
      situation + [
        ("Win", decisions?.winner.map(named)), ("Loss", decisions?.loser.map(named)),
        ("Save", decisions?.save.map(named)),
      ] + probables + [
        ("Weather", weather.isEmpty ? nil : weather.joined(separator: ", ")),
        ("Attendance", baseball.attendance.map { Self.grouped($0) }),
        ("Duration", baseball.duration.map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }),
      ]
    return values.compactMap { label, value in value.map { GameText.Entry(label: label, text: $0) } }
  }

  /// Sections, each a list of lines; some may be empty.
  var blocks: [[String]] {
    let game = sheet.row.board.game
    let sides = [(game.away, baseball.boxscore?.away), (game.home, baseball.boxscore?.home)]
    let teams = sides.flatMap { club, box -> [[String]] in
      guard let box else { return [] }
      let names = [club?.name, club?.abbreviation].compactMap(\.self)
      return BoxscoreText(
        box: box, team: names.first ?? "?", abbreviation: names.last ?? "?", text: text, hasBegun: hasBegun
      ).blocks
    }
    return [linescore, leaders, scoringPlays, hasBegun ? totals : []] + teams
  }

  private func abbreviation(_ side: Side) -> String {
    let game = sheet.row.board.game
    let club = side == .away ? game.away : game.home
    return club?.abbreviation ?? club?.name ?? "?"
  }

  private var situation: [(String, String?)] {
    guard status == "live" || (status == "delayed" && isPlayed) || status == "suspended" else { return [] }
    let board = sheet.row.board.league
    let runners = [
      ("first", baseball.bases?.first), ("second", baseball.bases?.second), ("third", baseball.bases?.third),
    ]
    .compactMap { base, runner in runner?.name.map { "\($0) on \(base)" } }
    let next = [baseball.onDeck?.name.map { "\($0) on deck" }, baseball.inHole?.name.map { "\($0) in the hole" }]
      .compactMap(\.self)
    let isPaused = board?.isPaused == true
    let count = isPaused ? nil : board?.cells[1]
    let batter = baseball.batter?.name.map { name in
      ([name + (count.flatMap { $0.isEmpty ? nil : ", count \($0)" } ?? "")] + next).joined(separator: "; ")
    }
    return [
      (isPaused ? "Next" : "At bat", batter), ("Pitching", baseball.pitcher?.name),
      ("Runners", isPaused || runners.isEmpty ? nil : runners.joined(separator: ", ")),
      ("Chances", sheet.row.board.odds),
    ]
  }

  private var probables: [(String, String?)] {
    guard !hasBegun, ["scheduled", "warmup", "delayed"].contains(status) else { return [] }
    func pitcher(_ probable: BaseballSheet.Probable?) -> String? {
      guard let name = probable?.name, !name.isEmpty else { return nil }
      let record = probable?.wins.flatMap { wins in probable?.losses.map { "\(wins)-\($0)" } }
      let season = [record, probable?.era.map { "\($0) ERA" }].compactMap(\.self).joined(separator: ", ")
      return season.isEmpty ? name : "\(name) (\(season))"
    }
    return [Side.away, .home].map { side in
      let probable = side == .away ? baseball.probablePitchers?.away : baseball.probablePitchers?.home
      return ("Probable \(abbreviation(side))", pitcher(probable) ?? "to be announced")
    }
  }

  /// Returns a pitcher of record with the note of the box score: `Justin Martinez (W, 5-4)`.
  private func named(_ player: BaseballSheet.Player) -> String {
    let pitchers = (baseball.boxscore?.away?.pitchers ?? []) + (baseball.boxscore?.home?.pitchers ?? [])
    let note = pitchers.first { $0.id == player.id }?.note.map { " \($0)" }
    return (player.name ?? "?") + (note ?? "")
  }

  private var linescore: [String] {
    guard hasBegun, let linescore = baseball.linescore else { return [] }
    return LinescoreTable(linescore, away: abbreviation(.away), home: abbreviation(.home), isOver: isOver)
      .lines(width: text.width, hasColour: text.hasColour)
  }

  /// The most players that share a lead and are named. A one that more players share is no lead.
  private static let mostNamed = 4
  private static let categories = [
    "hits": "Hits", "homeRuns": "Home runs", "rbi": "RBI", "runs": "Runs", "stolenBases": "Stolen bases",
    "baseOnBalls": "Walks",
  ]

  private var leaders: [String] {
    let entries = (baseball.leaders ?? []).compactMap { leader -> GameText.Entry? in
      guard let label = Self.categories[leader.category] else { return nil }
      let names = leader.players.map { "\($0.name) (\(abbreviation($0.side)))" }
      let isShared = names.count > Self.mostNamed
      if isShared, leader.value == 1 { return nil }
      let people = isShared ? "\(names.count) players" : names.joined(separator: ", ")
      return GameText.Entry(label: label, text: "\(leader.value)  \(people)")
    }
    return text.section("Batting leaders", text.entries(entries))
  }

  private var scoringPlays: [String] {
    let plays = baseball.scoringPlays ?? []
    let lines = plays.flatMap { play -> [String] in
      let inning = play.inning.map { "\($0.half == "top" ? "Top" : "Bottom") \(Ordinal.text(of: $0.number))" } ?? ""
      let score = "\(abbreviation(.away)) \(play.score.away), \(abbreviation(.home)) \(play.score.home)"
      let entries = [GameText.Entry(label: inning, text: "\(play.description ?? "A run scores.") \(score)")]
      let former = (play.corrections ?? []).map { correction in
        let time = correction.observedAt.map { " \(text.zone.time(at: $0).toTheMinute)" } ?? ""
        return GameText.Entry(label: "", text: "corrected\(time), before: \(correction.before)", colour: .yellow)
      }
      return text.entries(entries + former, labelWidth: "Bottom 10th".columns)
    }
    return text.section("Scoring plays", lines)
  }

  /// Statistics of both teams.
  private var totals: [String] {
    var table = BoxscoreTable("Team", ["AB", "R", "H", "2B", "3B", "HR", "RBI", "BB", "K", "SB", "LOB", "E", "P"])
    for side in [Side.away, .home] {
      guard let box = side == .away ? baseball.boxscore?.away : baseball.boxscore?.home, let batting = box.batting
      else { continue }
      let left = side == .away ? baseball.linescore?.totals?.away : baseball.linescore?.totals?.home
      let numbers = [
        batting.atBats, batting.runs, batting.hits, batting.doubles, batting.triples, batting.homeRuns, batting.rbi,
        batting.baseOnBalls, batting.strikeOuts, batting.stolenBases, left?.leftOnBase, left?.errors ?? box.errors,
        box.pitching?.numberOfPitches,
      ]
      table.add(abbreviation(side), numbers.map { $0.map(String.init) ?? "" })
    }
    return table.lines(width: text.width, hasColour: text.hasColour)
  }

  /// Returns a number with a comma before each group of three digits: `45,693`.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text += "," }
      text.append(digit.element)
    }
  }
}
