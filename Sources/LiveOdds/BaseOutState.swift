/// Outs and occupied bases: one of the 24 states of a half-inning.
public struct BaseOutState: Hashable, Sendable {
  /// 0 to 2.
  public let outs: Int
  public let bases: Bases

  /// The bases with a runner.
  public struct Bases: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue & 7 }

    public static let first = Bases(rawValue: 1)
    public static let second = Bases(rawValue: 2)
    public static let third = Bases(rawValue: 4)
    public static let loaded: Bases = [.first, .second, .third]
  }

  /// The start of a half-inning: no outs, and empty bases.
  public static let start = BaseOutState(outs: 0, bases: [])
  /// The start of an extra inning with the automatic runner on second base (rule 7.01(b)).
  public static let withAutomaticRunner = BaseOutState(outs: 0, bases: .second)

  /// The number of states.
  static let count = 24

  /// Creates a state. Outs below 0 count as none, and above 2 as two.
  public init(outs: Int, bases: Bases) { (self.outs, self.bases) = (min(max(outs, 0), 2), bases) }

  /// The number of the state, below `count`.
  var number: Int { outs * 8 + bases.rawValue }

  init(number: Int) { self.init(outs: number / 8, bases: Bases(rawValue: number % 8)) }
}
