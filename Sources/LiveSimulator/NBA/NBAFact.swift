/// A fact of a game of the NBA, derived from its script, independently of the daemon that must log it.
public struct NBAFact: Hashable, Sendable {
  /// The name in `shared/tools/nba/README.md`: `field_goal`, `lead_change`, `buzzer_beater`.
  public var kind: String
  /// `actionNumber`.
  public var action: Int
  /// From 1; 5 is the first over time.
  public var period: Int
  /// `PT04M09.00S`.
  public var clock: String
  /// The score after the action.
  public var away: Int
  /// Likewise.
  public var home: Int
  /// `personId`; nil if the fact is nobody's.
  public var player: Int?
  /// Whether the club whose fact it is plays at home; nil if it is no club's.
  public var isHome: Bool?
  /// The points of a made shot, else 0.
  public var points: Int

  init(_ kind: String, _ action: NBAAction, _ score: PerSide<Int>, player: NBAPlayer?) {
    (self.kind, self.action, period, clock) = (kind, action.number, action.period, action.clockText)
    (away, home, self.player, points) = (score.away, score.home, player?.id, action.points)
    isHome = action.side.map { $0 == .home }
  }
}

/// A change of a game's status that no action tells.
public struct NBAStatusFact: Hashable, Sendable {
  /// `postponed` or `rescheduled`.
  public var kind: String
  /// Seconds since 1970.
  public var time: Double
}

extension SimulatedNBAGame {
  /// Returns every fact of the finished game in the order of the play-by-play: what must have been reported in the end.
  public func facts() -> [NBAFact] { Self.facts(of: script) }

  /// Returns the facts of the play-by-play as it is at a second, right or wrong, which may have been reported until
  /// then.
  public func facts(at time: Double) -> [NBAFact] { Self.facts(of: log.shown(at: time).map(\.action)) }

  /// The changes of status, in order, for an observer that misses none.
  public var statuses: [NBAStatusFact] {
    guard let move else { return [] }
    return [NBAStatusFact(kind: "postponed", time: move.called), NBAStatusFact(kind: "rescheduled", time: move.known)]
  }

  static func facts(of actions: [NBAAction]) -> [NBAFact] {
    var witness = NBAWitness()
    for action in actions { witness.see(action) }
    witness.finish()
    return witness.facts
  }
}
