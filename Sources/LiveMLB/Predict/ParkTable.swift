/// How a ballpark changes the runs of the first five innings: measured in the games of 2021 to 2024, and drawn towards the
/// average park.
///
/// Made by Benchmarks/odds/parks.py. The information used here was obtained free of charge from and is copyrighted by
/// Retrosheet. Interested parties may contact Retrosheet at "www.retrosheet.org".
enum ParkTable {
  /// Returns the logarithm of the factor of a ballpark, by StatsAPI's id; nil for one that is not in the table.
  static func factor(of venue: Int) -> Double? { factors[venue].map { Double($0) / 10_000 } }

  /// In units of 0.0001.
  private static let factors: [Int: Int] = [
    1: -91, 2: 375, 3: 1044, 4: -267, 5: -108, 7: 356, 10: -830, 12: -140, 14: -243, 15: 365, 17: -391, 19: 1658,
    22: -249, 31: -124, 32: -167, 680: -1111, 2392: 247, 2394: -43, 2395: -181, 2602: 1253, 2680: -524, 2681: -321,
    2889: -486, 3289: -845, 3309: 85, 3312: -212, 3313: -230, 4169: 284, 4705: 194, 5325: 109,
  ]
}
