/// The seeded source of chance of a simulated slate: SplitMix64 (Steele, Lea, Flood 2014), the same on every machine.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in 0..<1, with 53 random bits.
  mutating func unit() -> Double {
    Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// True with the given probability.
  mutating func chance(_ probability: Double) -> Bool {
    unit() < probability
  }

  /// A number in the closed range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// A number of seconds in the closed range.
  mutating func seconds(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// One index, each with the chance of its weight.
  mutating func index(weights: [Double]) -> Int {
    var left = unit() * weights.reduce(0, +)
    for (index, weight) in weights.enumerated() {
      left -= weight
      if left < 0 { return index }
    }
    return weights.count - 1
  }
}
