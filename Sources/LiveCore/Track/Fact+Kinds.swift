extension Fact {
  /// What a `status/<kind>/<n>` says.
  enum StatusKind: String, Codable, Sendable {
    case scheduled, warmup, start, delay, resume, suspended, postponed, cancelled, final
    case catchUp = "catch-up"
  }

  /// `mlb/747175/status/delay/2`: the game's second delay.
  static func status(_ kind: StatusKind, _ number: Int = 1, in game: GameID) -> Fact {
    Fact(rawValue: "\(game)/status/\(kind.rawValue)/\(number)")
  }

  /// `mlb/747175/5-top/start`
  static func start(of half: HalfInning, in game: GameID) -> Fact { Fact(rawValue: "\(game)/\(half)/start") }

  /// `mlb/747175/5-top/end`
  static func end(of half: HalfInning, in game: GameID) -> Fact { Fact(rawValue: "\(game)/\(half)/end") }

  /// `mlb/747175/lineup/away`
  static func lineup(_ side: Side, in game: GameID) -> Fact { Fact(rawValue: "\(game)/lineup/\(side.rawValue)") }

  /// `mlb/747175/probable/home`
  static func probablePitcher(_ side: Side, in game: GameID) -> Fact {
    Fact(rawValue: "\(game)/probable/\(side.rawValue)")
  }

  /// `mlb/747175/source/mlb/1`
  static func source(_ number: Int, of game: GameID) -> Fact {
    Fact(rawValue: "\(game)/source/\(game.league.rawValue)/\(number)")
  }

  /// Where in the game's facts it stands.
  enum Place: Equatable, Sendable {
    /// A plate appearance or an action: the play log holds it.
    case play
    /// It follows from the plays, as a half-inning's end from its third out, and comes and goes with them.
    case consequence
    /// It was seen at some time, and stays.
    case sight
  }

  var place: Place {
    var parts = rawValue.split(separator: "/")
    if date != nil { parts.remove(at: 2) }
    guard parts.count > 3 else { return .sight }
    switch (parts[2], parts[3]) {
    case ("watch", _), ("status", "start"), ("status", "final"): return .consequence
    case ("status", _), ("lineup", _), ("probable", _), ("source", _): return .sight
    case (_, "start"), (_, "end"): return .consequence
    // Nobody is in doubt about a game because a batter's time-out is gone.
    case (_, "advisory"): return .consequence
    default: return .play
    }
  }
}
