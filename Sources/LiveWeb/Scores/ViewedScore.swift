internal import LiveCore
internal import LiveMLB
internal import LiveModel
internal import LiveNBA

/// A game of the scoreboard as a viewer may see it, with what its newest facts add. Pure.
struct ViewedScore: Sendable {
  var game: ScoreboardGame
  /// The words of a run that the feed has not confirmed yet.
  var unconfirmed: String?
  /// The start of the delay of a game that is delayed.
  var delayedSince: Timestamp?

  init(_ game: ScoreboardGame) { self.game = game }

  /// - Parameters:
  ///   - game: the game as it is now.
  ///   - logged: its events of the last minutes in log order, or none for a game that is not followed.
  ///   - delay: zero shows everything.
  ///   - now: the present time.
  init(_ game: ScoreboardGame, after logged: [SequencedEvent], delay: Duration, at now: Timestamp) {
    self.game = game
    let delayed = DelayedFacts(logged, newest: 0, delay: delay, at: now)
    // The newest revision of a fact stands last.
    let facts = delayed.events.reduce(into: [Fact: SequencedEvent]()) { $0[$1.event.data.fact] = $1 }.values
      .filter { !$0.event.data.retracted }.sorted { ($0.event.time, $0.sequence) < ($1.event.time, $1.sequence) }
      .map(\.event)
    if delay > .zero { holdBack(facts, isWaiting: delayed.nextChange != nil, isLogged: !logged.isEmpty) }
    switch self.game.summary.game.status {
    case .live: unconfirmed = facts.last { $0.data.provisional && $0.data.tags.contains(.scoring) }?.data.summary
    case .delayed: delayedSince = facts.last.flatMap { $0.data.tags.contains(.delay) ? $0.time : nil }
    default: break
    }
  }

  /// Sets the game back to its newest visible play. Count and runners change without an event and are left out.
  private mutating func holdBack(_ facts: [Event], isWaiting: Bool, isLogged: Bool) {
    guard [.live, .delayed, .suspended, .final].contains(game.summary.game.status), isWaiting || game.isInProgress
    else { return }
    if isWaiting {
      game.summary.game.status = facts.last?.data.game.status ?? .warmup
    } else if game.summary.game.status == .live, isLogged, facts.isEmpty {
      game.summary.game.status = .warmup
    }
    let hasBegun = ![.scheduled, .warmup].contains(game.summary.game.status)
    game.summary.members = LeagueMembers()
    if game.summary.league == .nba {
      let play = hasBegun ? facts.last { $0.data.score != nil && $0.data.basketball.period != nil } : nil
      game.summary.score = play?.data.score
      let isBreak = play?.data.tags.contains(BasketballWords.periodEnd) ?? false
      game.summary.members = LeagueMembers(
        BasketballSituation(period: play?.data.basketball.period, isBreak: isBreak ? true : nil))
    } else {
      let play = hasBegun ? facts.last { $0.data.score != nil && $0.data.baseball.inning != nil } : nil
      game.summary.score = play?.data.score
      game.summary.baseball.inning = play?.data.baseball.inning
    }
    if game.summary.game.status != .final { (game.state, game.pitchers) = ("In progress", nil) }
  }
}
