package import LiveModel
internal import LiveOdds

/// The chances of a game before its first pitch: member `prediction` of an event.
package struct BaseballPrediction: Equatable, Codable, Sendable {
  package var away: Forecast
  package var home: Forecast
  /// The mean runs of a team in the first five innings in this league and season.
  package var leagueMean: Double
  /// The home team's chance to win the game, from 0 to 1 in steps of 0.0001.
  package var homeWin: Double
  /// The side that won; only in the settlement of a game that is over and not tied.
  package var winner: Side?
  /// The parts that were not known, and were taken as average; empty if everything was.
  package var unknown: [Unknown]

  /// The runs of one side in the first five innings.
  package struct Forecast: Equatable, Codable, Sendable {
    /// The side's own starting pitcher; nil if none is announced.
    package var pitcher: Person?
    /// The ids of the batting order.
    package var batters: [Int]
    /// Mean runs, in steps of 0.01.
    package var mean: Double
    /// The smallest number of runs that is exceeded in at most half of the cases.
    package var median: Int
    /// The chances of 0 to 9 runs, and of 10 or more, in steps of 0.0001.
    package var chances: [Double]
    /// The actual runs; only in the settlement.
    package var runs: Int?

    /// The number of `chances`.
    static let count = 11

    /// Returns the chance that was given to a number of runs, at least 0.0001.
    func chance(of runs: Int) -> Double {
      let place = min(max(runs, 0), chances.count - 1)
      return chances.indices.contains(place) ? max(chances[place], 0.0001) : 0.0001
    }
  }

  /// Something that a prediction did without.
  package enum Unknown: String, Codable, Sendable {
    case weather, park
    case awayPitcher = "away_pitcher"
    case homePitcher = "home_pitcher"
  }

  subscript(side: Side) -> Forecast {
    get { side == .away ? away : home }
    set { if side == .away { away = newValue } else { home = newValue } }
  }

  /// Whether a later answer may know more about the game.
  var mayImprove: Bool { unknown.contains(.weather) }

  /// Returns whether the prediction is about the lineups of a snapshot.
  func isAbout(_ lineups: Sides<Lineup>) -> Bool {
    [Side.away, .home].allSatisfy { side in
      self[side].pitcher?.id == lineups[side].probablePitcher?.id && self[side].batters == lineups[side].order
    }
  }

  /// Returns the prediction with the actual runs.
  func settled(with score: Score) -> BaseballPrediction {
    var settled = self
    (settled.away.runs, settled.home.runs) = (score.away, score.home)
    return settled
  }

  /// The bytes of memory that it takes on the heap.
  var bytes: Int {
    [away, home].reduce(2 * unknown.capacity) { bytes, side in
      bytes + 8 * (side.batters.capacity + side.chances.capacity) + (side.pitcher?.name.heapBytes ?? 0)
    }
  }
}

extension Lineup {
  /// The ids of the batting order; empty until it is posted.
  var order: [Int] { starters.count >= 9 ? starters.prefix(9).map(\.player.id) : [] }
}

extension BaseballPrediction.Forecast {
  init(_ runs: RunDistribution, of lineup: Lineup) {
    let chances = (0..<Self.count - 1).map { runs.chance(of: $0) }
    self.init(
      pitcher: lineup.probablePitcher, batters: lineup.order, mean: runs.mean.rounded(toSteps: 100),
      median: runs.median,
      chances: (chances + [max(1 - chances.reduce(0, +), 0)]).map { $0.rounded(toSteps: 10_000) })
  }
}
