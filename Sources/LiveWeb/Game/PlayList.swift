internal import LiveModel

/// The plays of a game by half-inning or period, the newest first, for the template `game/plays`.
struct PlayList: Sendable {
  var gameID: Int
  var parts: [PartPlays]
  /// Links to all plays of each period; none in baseball, where one page has all plays.
  var periods: [PartPage.Link]
  var hasPeriods: Bool
  /// `1 corrected, 1 taken back`; nil without any.
  var note: String?
  /// The number of all plays.
  var count: Int
  var isAll, isScoring, isCorrected, isNewest: Bool
  /// Whether there is a page with more plays than those of the newest half-innings.
  var hasMore: Bool
  /// The text instead of plays; nil if there are some.
  var none: String?
  /// The link to the receivers of a play: `code`, `time`.
  var mark: String
  /// `“CLE +5”: the play moved the Guardians’ chance to win by 5 points.`
  var swings: String?

  /// The number of half-innings that are shown without a filter.
  static let shownHalves = 4
  /// The number of periods that are shown without a filter. One has as many plays as eight half-innings.
  static let shownPeriods = 1

  init(_ game: ViewedGame, _ filter: PlayFilter) {
    gameID = game.game.gamePk
    let all = game.playParts
    let shown = all.filtered(by: filter, in: game)
    parts = shown.map { PartPlays($0, of: game) }
    periods = game.isBasketball ? all.reversed().map { PartPage.Link($0.part) } : []
    hasPeriods = !periods.isEmpty
    mark = game.isBasketball ? "time" : "code"
    count = all.reduce(0) { $0 + $1.facts.count { $0.newest.type == .play && !$0.newest.data.retracted } }
    let items = parts.flatMap(\.plays)
    hasMore = all.count > shown.count && filter == .newest && !game.isBasketball
    (isAll, isScoring) = (filter == .all, filter == .scoring)
    (isCorrected, isNewest) = (filter == .corrected, filter == .newest)
    let corrected = all.flatMap(\.facts).compactMap { PlayHistory($0, of: game) }
    let (taken, changed) = (corrected.count { $0.isTakenBack }, corrected.count { !$0.isTakenBack })
    let notes = [changed > 0 ? "\(changed) corrected" : nil, taken > 0 ? "\(taken) taken back" : nil]
    note = notes.contains { $0 != nil } ? notes.compactMap(\.self).joined(separator: ", ") : nil
    if items.isEmpty { none = Self.words(for: filter, in: game) }
    if items.contains(where: { $0.swing != nil }) {
      swings =
        "“\(game.abbreviation(.away)) +5”: the play raised the chance of the \(game.name(.away)) to win by 5 points."
    }
  }

  private static func words(for filter: PlayFilter, in game: ViewedGame) -> String {
    switch filter {
    case .scoring: "No run has scored yet."
    case .corrected: "No play was corrected."
    case .newest, .all:
      game.facts.isEmpty && game.phase == .final
        ? "livegamed did not follow this game, or it is older than the log." : "There are no plays yet."
    }
  }
}

/// The plays of a half-inning or a period, for the template `game/part`.
struct PartPlays: Sendable {
  /// `8-top`, `3`.
  var part: String
  /// The place among the parts, which are in descending order.
  var rank: Int
  /// `Top 8th`, `3rd quarter`.
  var heading: String
  /// `Guardians at bat`.
  var detail: String?
  /// The newest first.
  var plays: [PlayItem]

  init(_ facts: PartFacts, of game: ViewedGame, isEmpty: Bool = false) {
    let part = facts.part
    (self.part, rank, heading, detail) = (part.name, part.rank, part.heading, part.detail)
    plays = isEmpty ? [] : facts.facts.reversed().map { PlayItem($0, of: game) }
  }
}
