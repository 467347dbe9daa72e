internal import LiveMLB
internal import LiveModel

/// The present situation of a game, for the template `game/now`. Exactly one of its members has a value.
struct NowCard: Sendable {
  /// The id of its element.
  var cardID = "now"
  var atBat: AtBat?
  var pause: Pause?
  /// Basketball's clock.
  var period: PeriodClock?
  var interruption: Interruption?
  var upcoming: Upcoming?

  /// Nil for a game that is over, and while nothing may be shown.
  init?(_ game: ViewedGame) {
    let hides = game.viewer.preferences.hidesScores
    switch game.phase {
    case .final: return nil
    case .live:
      guard !hides else { return nil }
      if game.isBasketball {
        period = PeriodClock(game)
        if period == nil { return nil }
        return
      }
      pause = Pause(game)
      if pause == nil { atBat = AtBat(game) }
      if pause == nil, atBat == nil { return nil }
    case .delayed, .suspended, .postponed, .cancelled: interruption = Interruption(game)
    case .scheduled, .warmup:
      upcoming = Upcoming(game)
      if upcoming == nil { return nil }
    }
  }

  /// A batter at the plate.
  struct AtBat: Sendable {
    var diamond: Diamond
    /// `1–2`; nil while facts are held back.
    var count: String?
    var outs: Int
    /// `2.8`.
    var leverage: String?
    var people: [Duelist]
    var hasPeople: Bool
    /// A sentence about what is left out.
    var note: String?
  }

  /// The batter or the pitcher.
  struct Duelist: Sendable {
    /// `At bat`.
    var role: String
    var personID: Int
    var person: String
    /// `LF · 0 for 4 today`.
    var line: String
  }

  /// Between two half-innings.
  struct Pause: Sendable {
    /// `Middle of the 5th`.
    var place: String
    /// The next batters; none if they are not known.
    var due: [Duelist]
    var hasDue: Bool
  }

  /// A delay, a suspension, a postponement or a cancellation.
  struct Interruption: Sendable {
    /// `Delayed`.
    var state: String
    var reason: String?
    var since: PageMoment?
    /// `Play goes on`, `Made up`.
    var nextLabel: String
    /// `Jul 15`.
    var nextDate: String?
    var nextTime: PageTime?
    /// The text if it is not known when play goes on; nil if it is.
    var unknown: String?
  }

  /// A game that has not begun.
  struct Upcoming: Sendable {
    var pitchers: [Duelist]
    /// `The Guardians have a chance of 47 %, the Mariners of 53 %.`
    var chance: String?
  }
}

/// The bases, for the template `game/diamond`.
struct Diamond: Sendable {
  var isOnFirst, isOnSecond, isOnThird: Bool
  /// `Bases loaded: …`.
  var words: String

  init(_ bases: Bases?) {
    let runners = [(bases?.first, "first"), (bases?.second, "second"), (bases?.third, "third")]
    (isOnFirst, isOnSecond, isOnThird) = (bases?.first != nil, bases?.second != nil, bases?.third != nil)
    let taken = runners.compactMap { person, base in person.map { "\($0.name) on \(base)" } }
    words =
      switch taken.count {
      case 0: "Bases empty."
      case 3: "Bases loaded: \(taken.joined(separator: ", "))."
      default: "\(taken.joined(separator: ", "))."
      }
  }
}

extension BaseballSituation {
  /// `1–2`; nil without one, and at the end of a plate appearance, when the feed counts the last pitch.
  var count: String? {
    guard let balls, let strikes, balls < 4, strikes < 3 else { return nil }
    return "\(balls)–\(strikes)"
  }
}

extension NowCard.AtBat {
  fileprivate init?(_ game: ViewedGame) {
    if let situation = game.situation, let outs = situation.outs {
      diamond = Diamond(situation.bases)
      self.outs = outs
      count = situation.count
      leverage = situation.leverage.map(Self.text)
      people = [
        situation.batter.map { NowCard.Duelist(batter: $0, in: game) },
        situation.pitcher.map { NowCard.Duelist(pitcher: $0, in: game) },
      ].compactMap(\.self)
    } else {
      guard let last = game.lastPlay, let outs = last.own.outs else { return nil }
      diamond = Diamond(last.own.bases)
      self.outs = outs
      people = []
      note = "The count and the batter are left out while facts are held back."
    }
    hasPeople = !people.isEmpty
  }

  private static func text(_ leverage: Double) -> String { String(leverage.rounded(toSteps: 10)) }
}

extension NowCard.Duelist {
  fileprivate init(batter: Person, in game: ViewedGame) {
    (role, personID, person) = ("At bat", batter.id, batter.name)
    let row = Self.batter(batter.id, in: game)
    let stats = row?.stats
    let today = stats?.atBats.flatMap { atBats in stats?.hits.map { "\($0) for \(atBats) today" } }
    line = [row?.positions.last, today].compactMap(\.self).joined(separator: " · ")
  }

  fileprivate init(pitcher: Person, in game: ViewedGame) {
    (role, personID, person) = ("Pitching", pitcher.id, pitcher.name)
    let rows = [Side.away, .home].flatMap { game.own?.boxscore?[$0]?.pitchers ?? [] }
    let stats = rows.first { $0.id == pitcher.id }?.stats
    line = [
      stats?.inningsPitched.map { $0 == "1.0" ? "1.0 inning" : "\($0) innings" },
      stats?.numberOfPitches.map { $0.counted("pitch").replacing("pitchs", with: "pitches") },
    ].compactMap(\.self).joined(separator: ", ")
  }

  fileprivate init(due role: String, _ batter: Person, in game: ViewedGame) {
    self.init(batter: batter, in: game)
    self.role = role
  }

  fileprivate init(probable pitcher: ProbablePitcher, for side: Side, in game: ViewedGame) {
    (role, personID, person) = (game.name(side), pitcher.id, pitcher.name)
    let record = pitcher.wins.flatMap { wins in pitcher.losses.map { "\(wins)–\($0)" } }
    // The record of a pitcher reveals results of earlier games.
    let shown = game.viewer.preferences.hidesScores ? nil : record
    line = [shown, pitcher.era.map { "ERA \($0)" }].compactMap(\.self).joined(separator: ", ")
  }

  static func batter(_ id: Int, in game: ViewedGame) -> TeamBoxscore.Batter? {
    [Side.away, .home].lazy.compactMap { game.own?.boxscore?[$0]?.batters.last { $0.id == id } }.first
  }
}

extension NowCard.Pause {
  /// Nil while a half-inning is being played.
  fileprivate init?(_ game: ViewedGame) {
    let state = game.situation?.inningState
    let isPaused = state == "Middle" || state == "End" || (game.situation?.outs ?? game.lastPlay?.own.outs ?? 0) >= 3
    guard isPaused, let inning = game.inning else { return nil }
    let isMiddle = state.map { $0 == "Middle" || $0 == "Top" } ?? (inning.half == .top)
    place = "\(isMiddle ? "Middle" : "End") of the \(Ordinal.text(of: inning.number))"
    let side: Side = isMiddle ? .home : .away
    due = Self.next(of: side, in: game).map { NowCard.Duelist(due: "Due up", $0, in: game) }
    hasDue = !due.isEmpty
  }

  /// Returns the three batters after the last one of a side, by its batting order. Between two half-innings, the feed
  /// may still name the batters of the other side.
  private static func next(of side: Side, in game: ViewedGame) -> [Person] {
    let batters = game.own?.boxscore?[side]?.batters ?? []
    // The last player at each place; hundreds are the places.
    let order = (1...9).compactMap { place in batters.last { $0.order / 100 == place } }
    guard order.count == 9 else { return [] }
    let last = game.facts.map(\.newest).filter { event in
      event.type == .play && !event.data.retracted && event.own.inning?.batting == side
    }.max { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
    let place = batters.first { $0.id == last?.own.play?.batter.id }.map { $0.order / 100 } ?? 0
    return (0..<3).map { order[(place + $0) % 9] }.map { Person(id: $0.id, name: $0.name) }
  }
}

extension NowCard.Interruption {
  fileprivate init(_ game: ViewedGame) {
    let phase = game.phase
    state = phase.rawValue.prefix(1).uppercased() + phase.rawValue.dropFirst()
    let tag = Tag(phase == .delayed ? "delay" : phase.rawValue)
    let news = game.facts.last { $0.newest.type == .status && $0.newest.data.tags.contains(tag) }?.newest
    reason = game.summary?.reason ?? news?.data.reason
    since = (news?.time).map(game.viewer.moment)
    nextLabel = phase == .postponed ? "Will be played" : "Play goes on"
    let next = game.background?.game.continuation
    nextDate = next.flatMap { CivilDate(iso: $0.date) }.map { "\($0.weekday), \($0.monthAndDay)" }
    nextTime = next?.start.map { PageTime($0, in: game.viewer.zone) }
    guard next == nil, phase != .cancelled else { return }
    unknown = phase == .postponed ? "The new date is not known yet." : "It is not known yet when play goes on."
  }
}

extension NowCard.Upcoming {
  /// Nil if there is nothing to say about the game.
  fileprivate init?(_ game: ViewedGame) {
    pitchers = [Side.away, .home].compactMap { side in
      game.setting?.probablePitchers?[side].map { NowCard.Duelist(probable: $0, for: side, in: game) }
    }
    let prediction = game.facts.last { $0.newest.type == .prediction }?.newest.own.prediction
    chance = prediction.map { prediction in
      let home = Int((prediction.homeWin * 100).rounded())
      return "Chance to win: \(game.name(.away)) \(100 - home) %, \(game.name(.home)) \(home) %."
    }
    if pitchers.isEmpty, chance == nil { return nil }
  }
}
