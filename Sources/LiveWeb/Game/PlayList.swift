internal import LiveMLB
internal import LiveModel

/// The plays of a game by half-inning, the newest first, for the template `game/plays`.
struct PlayList: Sendable {
  var gameID: Int
  var halves: [HalfInningPlays]
  /// `1 corrected, 1 taken back`; nil without any.
  var note: String?
  /// The number of all plays.
  var count: Int
  var isAll, isScoring, isCorrected, isNewest: Bool
  /// Whether there are more plays than those of the newest half-innings.
  var hasMore: Bool
  /// The text instead of plays; nil if there are some.
  var none: String?
  /// `“CLE +5”: the play moved the Guardians’ chance to win by 5 points.`
  var swings: String?

  /// The number of half-innings that are shown without a filter.
  static let shownHalves = 4

  init(_ game: ViewedGame, _ filter: PlayFilter) {
    gameID = game.game.gamePk
    let all = game.halves
    let shown = all.filtered(by: filter, in: game)
    halves = shown.map { HalfInningPlays($0, of: game) }
    count = all.reduce(0) { $0 + $1.facts.count { $0.newest.type == .play && !$0.newest.data.retracted } }
    let items = halves.flatMap(\.plays)
    hasMore = all.count > shown.count && filter == .newest
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

/// The plays of a half-inning, for the template `game/half`.
struct HalfInningPlays: Sendable {
  /// `8-top`.
  var half: String
  /// The place among the half-innings, which are in descending order.
  var rank: Int
  /// `Top 8th`.
  var heading: String
  /// `Guardians at bat`.
  var batting: String
  /// The newest first.
  var plays: [PlayItem]

  init(_ half: HalfInningFacts, of game: ViewedGame, isEmpty: Bool = false) {
    let inning = half.inning
    self.half = inning.description
    rank = inning.rank
    heading = "\(inning.half == .top ? "Top" : "Bottom") \(Ordinal.text(of: inning.number))"
    batting = "\(game.name(inning.batting)) at bat"
    plays = isEmpty ? [] : half.facts.reversed().map { PlayItem($0, of: game) }
  }
}

/// The facts of a half-inning that are shown among the plays.
struct HalfInningFacts: Sendable {
  var inning: HalfInning
  /// In the order of their first revisions.
  var facts: [GameFact]
}

extension ViewedGame {
  /// The half-innings with their plays, the newest first.
  var halves: [HalfInningFacts] {
    var (facts, last) = ([HalfInning: [GameFact]](), HalfInning?.none)
    for fact in self.facts where fact.newest.isShownAmongPlays {
      // A fact without a half-inning, such as a delay, belongs to that of the play before.
      guard let inning = fact.newest.own.inning ?? last else { continue }
      last = inning
      facts[inning, default: []].append(fact)
    }
    return facts.map { HalfInningFacts(inning: $0.key, facts: $0.value) }.sorted { $0.inning.rank > $1.inning.rank }
  }
}

extension [HalfInningFacts] {
  /// Returns the half-innings with the plays that a filter selects; none without such plays.
  func filtered(by filter: PlayFilter, in game: ViewedGame) -> [HalfInningFacts] {
    switch filter {
    case .all: self
    case .newest: Array(prefix(PlayList.shownHalves))
    case .scoring: keeping { $0.newest.data.tags.contains(.scoring) && !$0.newest.data.retracted }
    case .corrected: keeping { PlayHistory($0, of: game) != nil }
    }
  }

  private func keeping(_ isSelected: (GameFact) -> Bool) -> [HalfInningFacts] {
    map { HalfInningFacts(inning: $0.inning, facts: $0.facts.filter(isSelected)) }.filter { !$0.facts.isEmpty }
  }
}

extension HalfInning {
  /// Counts the half-innings of a game.
  var rank: Int { number * 2 + (half == .bottom ? 1 : 0) }
}

extension GameEvent {
  /// Whether a reader looks for the event among the plays.
  fileprivate var isShownAmongPlays: Bool {
    switch type {
    case .play: true
    case .action: data.importance >= 1 && !PlayCode.unimportant.contains(own.play?.eventType ?? "")
    case .status: !Set(data.tags).isDisjoint(with: [.final, .delay, .resume, .suspended])
    case .watch: data.importance >= 2 && data.tags.contains(.started) && !data.retracted
    default: false
    }
  }
}
