internal import LiveMLB
internal import LiveModel
internal import LiveNBA

/// A game of the scoreboard, for the template `scores/row`.
struct GameRow: Sendable {
  /// The id of the element.
  var id: String
  var number: Int
  /// The date in the address of a game that can only be found by it.
  var gameDate: String?
  /// The game in words, for screen readers.
  var sentence: String
  var away: Side
  var home: Side
  /// The situation of a game that is being played.
  var play: Play?
  /// The state in a few words, instead of a situation or a start: `Final`, `Delayed`.
  var state: String?
  /// The class of the state.
  var stateClass = ""
  /// The start of a game that has not begun.
  var start: PageTime?
  /// A few words below the state: `Game 2`, `Rain`.
  var detail: String?
  /// A doubt about what is shown, before the note: `Not confirmed`.
  var warning: String?
  /// One line below the teams.
  var note: String?
  var hasNote: Bool

  struct Side: Sendable {
    /// Class of the team's colour.
    var bar: String
    var name: String
    var record: String?
    /// Empty before the game and for a viewer who hides scores.
    var score: String
    var isLoser: Bool
  }

  /// Bases, inning, count and outs.
  struct Play: Sendable {
    var first, second, third: Bool
    var isTop: Bool
    /// `6th`.
    var inning: String
    /// `2–1`.
    var count: String?
    var isOneOut, isTwoOut: Bool
  }

  /// The visitor for whom the row is made.
  struct Viewer: Sendable {
    var now: Timestamp
    var zone: LocalZone
    var preferences: Preferences
  }

  init(_ viewed: ViewedScore, for viewer: Viewer) {
    let game = viewed.game
    let summary = game.summary
    let status = summary.game.status
    let words = GameWords(viewed, for: viewer)
    (id, number) = ("g-\(summary.game.id)", summary.game.id)
    let isBasketball = summary.league == .nba
    gameDate = isBasketball ? summary.game.date : nil
    let score = words.score
    away = Side(summary.game.away, game.records.away, score?.away, score?.home, words, summary.league)
    home = Side(summary.game.home, game.records.home, score?.home, score?.away, words, summary.league)
    let situation = summary.baseball
    if status == .live, words.showsCount, let half = situation.inning, !situation.isBetweenHalves {
      play = Play(
        first: situation.bases?.first != nil, second: situation.bases?.second != nil,
        third: situation.bases?.third != nil, isTop: half.half == .top, inning: Ordinal.text(of: half.number),
        count: situation.count, isOneOut: (situation.outs ?? 0) > 0,
        isTwoOut: (situation.outs ?? 0) > 1)
    } else if [.scheduled, .warmup].contains(status), let begin = summary.start {
      start = PageTime(begin, in: viewer.zone)
    } else {
      state = words.state
      stateClass =
        [.delayed, .suspended, .postponed, .cancelled].contains(status) ? "wait" : status == .live ? "inn" : ""
    }
    detail = words.detail
    (warning, note) = (words.warning, words.note)
    if note == nil, status == .live, words.showsCount, isBasketball {
      note = "Under way"
    } else if note == nil, status == .live, words.showsCount, situation.inning != nil {
      // Each row of a game in progress has a note, so that the rows below keep their place.
      note = situation.isBetweenHalves ? "Between innings" : "Between batters"
    }
    hasNote = warning != nil || note != nil
    sentence = words.sentence(play)
  }
}

extension GameRow.Side {
  fileprivate init(
    _ club: GameSummary.Club, _ record: TeamRecord?, _ own: Int?, _ other: Int?, _ words: GameWords,
    _ league: LeagueID
  ) {
    self.init(
      bar: TeamBar.name(of: club.abbreviation, in: league), name: ClubName.short(of: club),
      record: words.hidesScores ? nil : record.map { "\($0)".replacing("-", with: "–") },
      score: own.map(String.init) ?? "", isLoser: words.isFinal && (own ?? 0) < (other ?? 0))
  }
}
