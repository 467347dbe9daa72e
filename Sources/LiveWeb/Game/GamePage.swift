internal import LiveModel

/// The value of the template `game/page`.
struct GamePage: Sendable {
  var gameNumber: Int
  var header: GameHeader
  /// The parts of the page to which its chips lead.
  var chips: [Chip]
  var others: [Other]
  var nowCard: NowCard?
  var lines: LinescoreCard?
  var playList: PlayList?
  /// Whether the viewer wants to see no scores.
  var isHidden: Bool
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
    lines = LinescoreCard(game)
    let hasBegun = !game.facts.isEmpty && !game.halves.isEmpty || [.live, .final, .suspended].contains(game.phase)
    playList = hides || !hasBegun ? nil : PlayList(game, filter)
    isHidden = hides && hasBegun
    gameNotes = game.notes
    gaps = [game.missing].compactMap(\.self)
    if game.isHeldBack, !hides {
      gaps.append(
        "You see this game \(game.viewer.preferences.delay) seconds late. Count, line-ups and statistics follow the feed "
          + "at once, so they are left out until the game is over.")
    }
    others = (game.background?.others ?? []).map { other in
      // The state of the other game may be its score.
      let state = hides || game.viewer.preferences.delay > 0 ? "" : ": \(other.state)"
      return Other(otherID: other.id, label: "Game \(other.number ?? 1)\(state)")
    }
    chips = []
    if playList != nil { chips.append(Chip(target: "plays-h", label: "Plays")) }
  }

  /// Identifies the parts of the page and their order.
  var arrangement: String {
    [
      header.state.isLive ? "live" : header.state.text.prefix { $0 != "," && $0 != ":" }.description,
      nowCard == nil ? "" : "now", lines == nil ? "" : "lines", playList == nil ? "" : "plays",
      isHidden ? "hidden" : "",
    ].joined(separator: "-")
  }

  /// The elements that show the present state.
  var parts: [LiveElement] {
    let parts: [(String, String, (any Sendable)?)] = [
      ("score", "game/score", header), ("now", "game/now", nowCard), ("linescore", "game/linescore", lines),
    ]
    return parts.compactMap { id, template, value in
      value.map { LiveElement(id, PageContent(template, $0)) }
    }
  }
}
