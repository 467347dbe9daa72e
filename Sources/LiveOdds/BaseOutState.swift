/// Outs and occupied bases: one of the 24 states of a half-inning.
package struct BaseOutState: Hashable, Sendable {
  /// 0 to 2.
  package let outs: Int
  package let bases: Bases

  /// The bases with a runner.
  package struct Bases: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue & 7 }

    package static let first = Bases(rawValue: 1)
    package static let second = Bases(rawValue: 2)
    package static let third = Bases(rawValue: 4)
    package static let loaded: Bases = [.first, .second, .third]
  }

  /// The start of a half-inning: no outs, and empty bases.
  package static let start = BaseOutState(outs: 0, bases: [])
  /// The start of an extra inning with the automatic runner on second base (rule 7.01(b)).
  package static let withAutomaticRunner = BaseOutState(outs: 0, bases: .second)

  /// The number of states.
  static let count = 24

  /// Creates a state. Outs below 0 count as none, and above 2 as two.
  package init(outs: Int, bases: Bases) { (self.outs, self.bases) = (min(max(outs, 0), 2), bases) }

  /// The number of the state, below `count`.
  var number: Int { outs * 8 + bases.rawValue }

  init(number: Int) { self.init(outs: number / 8, bases: Bases(rawValue: number % 8)) }
}
