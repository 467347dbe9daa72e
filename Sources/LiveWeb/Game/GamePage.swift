internal import LiveModel

/// The value of the template `game/page`.
struct GamePage: Sendable {
  var gameNumber: Int
  var header: GameHeader
  /// The parts of the page to which its chips lead.
  var chips: [Chip]
  var hasChips: Bool
  var others: [Other]
  var nowCard: NowCard?
  var lines: LinescoreCard?
  /// Points by period, in basketball.
  var periodLines: PeriodLinescore?
  var playList: PlayList?
  var chart: ChanceChart?
  var firstFive: FirstFive?
  var leaderCard: LeaderCard?
  var lineupCard: LineupCard?
  /// In basketball.
  var starterCard: StarterCard?
  var pitcherCard: PitcherCard?
  var comparison: TeamComparison?
  /// Whether the viewer wants to see no scores.
  var isHidden: Bool
  /// The query of the link that shows them.
  var showQuery: String
  var gameNotes: AnswerNotes?
  /// Sentences about parts that are left out.
  var gaps: [String]

  /// A link to a part of the page.
  struct Chip: Sendable {
    var target: String
    var label: String
  }

  /// The other game of a doubleheader.
  struct Other: Sendable {
    var otherID: Int
    var label: String
  }

  init(_ game: ViewedGame, _ filter: PlayFilter) {
    let hides = game.viewer.preferences.hidesScores
    gameNumber = game.game.gamePk
    header = GameHeader(game)
    nowCard = NowCard(game)
    (lines, periodLines) = (LinescoreCard(game), PeriodLinescore(game))
    let hasBegun = !game.facts.isEmpty && !game.playParts.isEmpty || [.live, .final, .suspended].contains(game.phase)
    playList = hides || !hasBegun ? nil : PlayList(game, filter)
    (chart, firstFive) = (ChanceChart(game), FirstFive(game))
    (leaderCard, lineupCard) = (LeaderCard(game), LineupCard(game))
    starterCard = StarterCard(game)
    (pitcherCard, comparison) = (PitcherCard(game), TeamComparison(game))
    isHidden = hides && hasBegun
    showQuery = game.viewer.preferences.showingScores
    gameNotes = game.notes
    gaps = [game.missing].compactMap(\.self)
    if game.isHeldBack, !hides {
      let late = "You see this game \(game.viewer.preferences.delay) seconds late."
      let baseball =
        " Count, line-ups and statistics follow the feed at once, so they are left out until the game is over."
      gaps.append(game.isBasketball ? late : late + baseball)
    }
    others = (game.background?.others ?? []).map { other in
      // The state of the other game may be its score.
      let state = hides || game.viewer.preferences.delay > 0 ? "" : ": \(other.state)"
      return Other(otherID: other.id, label: "Game \(other.number ?? 1)\(state)")
    }
    let targets = [
      (playList != nil, "plays-h", "Plays"), (chart != nil, "chances", "Chances"),
      (firstFive != nil, "five", "First five"), (lineupCard != nil, "lineups", "Line-ups"),
      (starterCard != nil, "starters", "Starters"),
      (pitcherCard != nil, "pitchers", "Pitchers"), (comparison != nil, "stats", "Team stats"),
    ]
    chips = targets.filter(\.0).map { Chip(target: $0.1, label: $0.2) }
    hasChips = !chips.isEmpty || !others.isEmpty
  }

  /// Identifies the parts of the page and their order.
  var arrangement: String {
    let ids = parts.map(\.id).joined(separator: " ")
    let state = header.state.isLive ? "live" : String(header.state.text.prefix { $0 != "," && $0 != ":" })
    return "\(state) \(ids)\(playList == nil ? "" : " plays")\(isHidden ? " hidden" : "")"
  }

  /// The elements that show the present state.
  var parts: [LiveElement] {
    let parts: [(String, String, (any Sendable)?)] = [
      ("score", "game/score", header), ("now", "game/now", nowCard), ("linescore", "game/linescore", lines),
      ("linescore", "game/periods", periodLines), ("starters", "game/starters", starterCard),
      ("chances", "game/chances", chart), ("five", "game/five", firstFive), ("leaders", "game/leaders", leaderCard),
      ("lineups", "game/lineups", lineupCard), ("pitchers", "game/pitchers", pitcherCard),
      ("stats", "game/stats", comparison),
    ]
    return parts.compactMap { id, template, value in
      value.map { LiveElement(id, PageContent(template, $0)) }
    }
  }
}
