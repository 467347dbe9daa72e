/// The runs and the plays of a half-inning as chances, from the tables.
struct HalfInningModel: Sendable {
  /// The half of an inning.
  enum Half: Int, Sendable { case top, bottom }

  /// One possible result of a play.
  struct Play: Sendable {
    /// Nil after the third out.
    let after: BaseOutState?
    let runs: Int
    let chance: Double
  }

  /// The most runs that the tables tell apart.
  static let mostRuns = 12

  static let measured = HalfInningModel()

  private let runs: [[Double]]
  private let plays: [[Play]]

  /// Reads the tables. Rounded chances are divided by their sum.
  private init() {
    let states = 2 * BaseOutState.count
    runs = (0..<states).map { state in
      let row = HalfInningTables.runsToEnd[(state * (Self.mostRuns + 1))..<((state + 1) * (Self.mostRuns + 1))]
      let sum = row.reduce(0) { $0 + Double($1) }
      return row.map { Double($0) / sum }
    }
    var found = [[Play]](repeating: [], count: states)
    for start in stride(from: 0, to: HalfInningTables.plays.count, by: 4) {
      let row = HalfInningTables.plays[start..<(start + 4)].map(Int.init)
      let after = row[1] < BaseOutState.count ? BaseOutState(number: row[1]) : nil
      found[row[0]].append(Play(after: after, runs: row[2], chance: Double(row[3])))
    }
    plays = found.map { plays in
      let sum = plays.reduce(0) { $0 + $1.chance }
      return plays.map { Play(after: $0.after, runs: $0.runs, chance: $0.chance / sum) }
    }
  }

  /// Returns the chances of 0 to `mostRuns` runs until the end of the half-inning.
  func runs(from state: BaseOutState, in half: Half) -> [Double] {
    runs[half.rawValue * BaseOutState.count + state.number]
  }

  /// Returns the possible results of the next play.
  func plays(from state: BaseOutState, in half: Half) -> [Play] {
    plays[half.rawValue * BaseOutState.count + state.number]
  }
}
