internal import LiveMLB
internal import LiveModel

/// Clubs, score and state of a game, for the template `game/score`.
struct GameHeader: Sendable {
  /// `Cleveland Guardians at Seattle Mariners, Mar 26`.
  var heading: String
  var away, home: Club
  var hasScore: Bool
  var state: GameState
  /// Place, weather and the like.
  var facts: [String]
  /// The scheduled start of a game that has not begun, or the time of the first pitch or of the tip.
  var begin: PageMoment?
  var beginLabel: String
  var isDelayed: String?

  struct Club: Sendable {
    var id: Int?
    var bar: String
    var short: String
    /// The whole name, for screen readers.
    var full: String
    var record: String?
    var score: String?
    var hasLost: Bool
    var star: FavouriteStar?
  }

  init(_ game: ViewedGame) {
    let hides = game.viewer.preferences.hidesScores
    (away, home) = (Club(game, .away), Club(game, .home))
    hasScore = game.score != nil
    state = GameState(game)
    let board = game.background?.game
    let date = (game.summary?.game.date ?? board?.summary.game.date ?? game.newest?.data.game.date)
      .flatMap { CivilDate(iso: $0) }
    let number = board?.summary.game.number ?? game.summary?.game.number ?? 1
    let order = (board?.isDoubleheader ?? false) || number > 1 ? ", game \(number) of a doubleheader" : ""
    heading = "\(away.full) at \(home.full)\(date.map { ", \($0.monthAndDay)" } ?? "")\(order)"
    let weather = game.setting?.weather.flatMap(Self.words)
    let length = game.phase == .final && !hides ? game.own?.duration.map { "\($0 / 60) h \($0 % 60) min" } : nil
    let attendance = game.own?.attendance.flatMap { $0 > 0 ? "\(Self.grouped($0)) people" : nil }
    facts = [
      order.isEmpty ? nil : "Game \(number)",
      board?.movedFrom.flatMap { CivilDate(iso: $0) }.map { "from \($0.monthAndDay)" },
      game.background?.venue?.name, weather, length, attendance,
    ].compactMap(\.self)
    let firstPitch = game.setting?.firstPitch ?? (game.isBasketball ? game.tip : nil)
    let hasBegun = [.live, .delayed, .suspended, .final].contains(game.phase)
    begin = (hasBegun ? firstPitch ?? game.start : game.start).map(game.viewer.moment)
    beginLabel = game.phase == .live ? "Since" : hasBegun ? "Began" : "Begins"
    if [.postponed, .cancelled].contains(game.phase) { begin = nil }
    isDelayed = game.isHeldBack ? "Held back by \(game.viewer.preferences.delay) s" : nil
  }

  private static func words(_ weather: Weather) -> String? {
    let parts = [weather.temperature.map { "\($0) °F" }, weather.condition?.lowercased()].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Returns a number with commas between groups of three digits.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { index in
      (index > 0 && (digits.count - index).isMultiple(of: 3) ? "," : "") + String(digits[index])
    }.joined()
  }
}

extension GameHeader.Club {
  fileprivate init(_ game: ViewedGame, _ side: Side) {
    let club = game.clubs[side]
    (id, bar, short) = (club.id, game.bar(side), game.name(side))
    full = club.name ?? club.abbreviation ?? "A team to be announced"
    let score = game.score
    self.score = score.map { String($0[side]) }
    hasLost = game.phase == .final && score?.leader == side.other
    let hides = game.viewer.preferences.hidesScores
    // While facts are held back, the record is that of before the game.
    record = hides ? nil : game.background?.game.records[side]?.description.replacing("-", with: "–")
    star = club.id.map {
      FavouriteStar(
        game.game.league, $0, club.name ?? short, for: game.viewer.preferences,
        back: "/\(game.game.league.rawValue)/games/\(game.game.gamePk)")
    }
    star?.isSmall = true
  }
}

/// The state of a game in words: `Live, top of the 8th`.
struct GameState: Sendable {
  var text: String
  /// Whether play is going on, for the dot.
  var isLive: Bool
  /// Whether play is interrupted or does not take place.
  var isWaiting: Bool

  init(_ game: ViewedGame) {
    let (phase, hides) = (game.phase, game.viewer.preferences.hidesScores)
    isLive = phase == .live
    isWaiting = [.delayed, .suspended, .postponed, .cancelled].contains(phase)
    let reason = (game.summary?.reason ?? game.newest?.data.reason).map { ": \($0.lowercased())" } ?? ""
    switch phase {
    case .scheduled: text = game.start == nil ? "Time open" : "Scheduled"
    case .warmup: text = "Warm-up"
    case .live:
      let place = hides && game.isBeyondRegulation ? nil : Self.place(game)
      text = place.map { "Live, \($0)" } ?? "Live"
    case .delayed, .suspended:
      let place = hides ? nil : Self.place(game).map { ", \($0)" }
      text = (phase == .delayed ? "Delayed" : "Suspended") + reason + (place ?? "")
    case .postponed: text = "Postponed\(reason)"
    case .cancelled: text = "Cancelled\(reason)"
    case .final where game.isBasketball:
      text = hides ? "Final" : BasketballWords.resultInWords(after: game.basketball?.period)
    case .final:
      let innings = game.own?.linescore?.innings.count ?? game.final?.own.inning?.number ?? game.inning?.number ?? 9
      let scheduled = game.own?.linescore?.scheduledInnings ?? 9
      text = innings == scheduled || hides ? "Final" : "Final, \(innings.counted("inning"))"
    }
  }

  /// Returns `top of the 8th`, `middle of the 5th`, `3rd quarter, 5:12`; nil before the game.
  static func place(_ game: ViewedGame) -> String? {
    if let situation = game.basketball { return BasketballWords.place(situation) }
    guard let inning = game.inning else { return nil }
    let part: String
    if let state = game.situation?.inningState {
      part = state.lowercased()
    } else if game.lastPlay?.own.outs ?? 0 >= 3 {
      part = inning.half == .top ? "middle" : "end"
    } else {
      part = inning.half.rawValue
    }
    return "\(part) of the \(Ordinal.text(of: inning.number))"
  }

  /// Returns the text of the window: `CLE 5, SEA 4, top of the 8th`.
  static func title(_ game: ViewedGame) -> String {
    let (away, home) = (game.abbreviation(.away), game.abbreviation(.home))
    guard let score = game.score else { return "\(away) at \(home)" }
    let line = "\(away) \(score.away), \(home) \(score.home)"
    let state = GameState(game)
    return
      "\(line), \(game.phase == .live ? place(game) ?? "live" : state.text.prefix(1).lowercased() + state.text.dropFirst())"
  }
}

extension ViewedGame {
  /// The time at which play began; nil before, and for a game that was found under way.
  fileprivate var tip: Timestamp? {
    facts.last { $0.newest.data.tags.contains(.start) && !$0.newest.data.retracted }?.newest.time
  }
}
