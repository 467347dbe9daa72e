internal import LiveModel
internal import LiveNBA

/// The time left in a game of basketball and its last play, for the template `game/clock`.
struct PeriodClock: Sendable {
  /// `5:12`; nil between two periods.
  var clock: String?
  /// `3rd quarter`, `Half-time`.
  var place: String
  var lastPlay: LastPlay?
  /// A sentence about what is left out.
  var remark: String?

  struct LastPlay: Sendable {
    /// The class of the team's colour; nil for a play that is no team's.
    var lastBar: String?
    /// `NYK`.
    var lastTeam: String?
    var lastText: String
  }

  /// Nil before the first play.
  init?(_ game: ViewedGame) {
    guard let situation = game.basketball, let period = situation.period else { return nil }
    let isBreak = situation.isBreak == true
    clock = isBreak ? nil : period.clock
    place = isBreak ? (BasketballWords.place(situation) ?? "").capitalizedFirst : period.words.capitalizedFirst
    lastPlay = Self.last(in: game)
    if game.isHeldBack { remark = "The clock is that of the last play, because facts are held back." }
  }

  private static func last(in game: ViewedGame) -> LastPlay? {
    let plays = game.facts.map(\.newest).filter { event in
      [.play, .action].contains(event.type) && !event.data.retracted && event.data.importance >= 1
    }
    guard let last = plays.max(by: { ($0.time, $0.sequence) < ($1.time, $1.sequence) }) else { return nil }
    let side = last.basketball.play?.side
    return LastPlay(
      lastBar: side.map(game.bar), lastTeam: side.map(game.abbreviation), lastText: BasketballWords.text(of: last))
  }
}
