internal import LiveModel

/// The game of one team as a receiver knows it: the newest revision of each fact that was delivered. Pure.
///
/// The state of the game follows from all facts, and not from the last event alone: a correction of an early play does
/// not set the score back, and a retracted play leaves the state before it.
///
/// Bound: the facts of one game.
struct MQTTGame: Equatable, Sendable {
  /// The type that was published for a revision of a fact.
  struct Told: Equatable, Sendable {
    var revision: Int
    var type: String
  }

  private struct Known: Equatable, Sendable {
    var revision: Int
    var sequence: Int
    var time: Timestamp
    var isRetracted: Bool
    var score: Score?
    var moment: GameMoment
    var odds: EventOdds?
    /// The summary of a play; nil for what is none.
    var play: String?
    var told: [Told] = []
  }

  /// The game as of the newest event.
  private(set) var game: EventGame
  private let league: LeagueID
  private var facts: [Fact: Known] = [:]
  private var newest = (id: "", sequence: 0, observedAt: Timestamp(milliseconds: 0))

  static func == (left: Self, right: Self) -> Bool {
    left.game == right.game && left.facts == right.facts && left.newest == right.newest
  }

  init(_ event: Event) { (game, league) = (event.data.game, event.data.league) }

  /// Returns whether an event shows that the team has another game now. An event of an earlier game, such as a late
  /// correction, does not, nor does a lineup of the second game of the day while the first is played.
  func isFollowed(by event: Event) -> Bool {
    guard event.data.game.id != game.id || event.data.game.date != game.date else { return false }
    let latest = facts.values.map(\.time).max() ?? event.time
    return event.time >= latest && (!isUnderway || event.data.game.status == .live)
  }

  /// Whether the game is being played, as far as it was delivered.
  private var isUnderway: Bool { [.live, .delayed].contains(game.status) }

  /// Returns whether the event is of this game.
  func has(_ event: Event) -> Bool { event.data.game.id == game.id && event.data.game.date == game.date }

  /// Adds an event of this game.
  mutating func take(_ event: Event, sequence: Int, _ leagues: Leagues) {
    let data = event.data
    if sequence >= newest.sequence { (game, newest) = (data.game, (event.id, sequence, data.observedAt)) }
    var known = facts[data.fact]
    if let known, known.revision > data.revision { return }
    let told = known?.told ?? []
    known = Known(
      revision: data.revision, sequence: sequence, time: event.time, isRetracted: data.retracted, score: data.score,
      moment: leagues[data.league].moment(after: event), odds: data.odds, play: event.isPlay ? data.summary : nil,
      told: told)
    facts[data.fact] = known
  }

  /// Returns what was published of the event's fact before it.
  func earlier(than event: Event) -> MQTTEventType.Earlier {
    let told = facts[event.data.fact]?.told.last { $0.revision < event.data.revision }
    return told.map { .told($0.type) } ?? .nothing
  }

  /// Records the type under which the event is published.
  mutating func tell(_ event: Event, as type: String) {
    let told = Told(revision: event.data.revision, type: type)
    guard let known = facts[event.data.fact], !known.told.contains(told) else { return }
    facts[event.data.fact]?.told.append(told)
  }

  /// Returns the state for a team; nil if the team does not play in this game.
  func state(for team: FollowedTeam, _ leagues: Leagues) -> MQTTState? {
    guard let side = [Side.away, .home].first(where: { isSide($0, of: team, leagues) }) else { return nil }
    let facts = facts.values.filter { !$0.isRetracted }.sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
    let moment = facts.last { $0.moment.period != nil }?.moment
    let odds = facts.last { $0.odds != nil }?.odds
    let opponent = game.team(side.other)
    var state = MQTTState(status: game.status.rawValue)
    (state.game, state.date, state.home) = (game.id, game.date, side == .home)
    (state.opponent, state.opponentAbbreviation) = (opponent.name, opponent.abbreviation)
    if let score = facts.last(where: { $0.score != nil })?.score {
      (state.score, state.opponentScore) = (score[side], score[side.other])
    }
    (state.period, state.outs, state.runners) = (moment?.period, moment?.outs, moment?.runners)
    state.batting = game.status == .live && moment?.batting == side
    if let odds {
      let chance = side == .home ? odds.after : 1 - odds.after
      (state.chance, state.leverage) = ((chance * 1000).rounded() / 10, odds.leverage)
    }
    state.lastPlay = facts.last { $0.play != nil }?.play
    (state.event, state.updated) = (newest.id, newest.observedAt)
    return state
  }

  private func isSide(_ side: Side, of team: FollowedTeam, _ leagues: Leagues) -> Bool {
    league == team.league
      && leagues.currentAbbreviation(game.team(side).abbreviation, in: league) == team.abbreviation
  }
}

extension Event {
  /// Whether a sensor of the last play shows it.
  fileprivate var isPlay: Bool {
    switch type {
    case .play, .status: true
    case .action: data.importance > 0
    default: false
    }
  }
}
