/// The shares of wrong answers of a simulated server, as `--faults` of `livegamed simulate` names them. Pure: the same
/// seed and second give the same answer.
public struct ServerFaults: Equatable, Sendable {
  /// A fault that every answer may have.
  public enum Fault: Equatable, Sendable {
    /// An empty answer with this status.
    case status(Int)
    /// The right answer after `lateness`.
    case late
    /// The HTML page of cdn.nba.com's bot filter, with status 403.
    case blocked
  }

  /// A text that is not understood.
  public struct Mistake: Error, Equatable, CustomStringConvertible {
    /// The text, and the names that are known.
    public let description: String
  }

  /// The delay of a late answer.
  public static let lateness: Duration = .seconds(3)

  /// The shares of faulty bodies among the answers of a feed.
  public private(set) var bodies: [FaultyFeed.Answer: Double] = [:]
  private var statuses: [Int: Double] = [:]
  private var late = 0.0
  private var blocked = 0.0

  /// No faults.
  public init() {}

  /// Parses `bad-day`, or a list such as `stale=0.1,503=0.05,late=0.02`. Throws for an unknown name, a share that is not
  /// above 0 and at most 1, and a sum above 1.
  public init(_ text: String) throws(Mistake) {
    if text == "bad-day" {
      bodies = FaultyFeed.badDay
      return
    }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 2, let share = Double(words[1]), share > 0, share <= 1 else {
        throw Mistake(description: "'\(part)' is not a fault with a share above 0 and at most 1, such as stale=0.1")
      }
      try add(words[0], share)
    }
    guard (Array(bodies.values) + Array(statuses.values) + [late, blocked]).reduce(0, +) <= 1.000_001 else {
      throw Mistake(description: "the shares add up to more than 1")
    }
  }

  private mutating func add(_ name: String, _ share: Double) throws(Mistake) {
    if name == "late" {
      late = share
    } else if name == "blocked" {
      blocked = share
    } else if let status = Int(name), (400...599).contains(status) {
      statuses[status] = share
    } else if let body = FaultyFeed.Answer.allCases.first(where: { $0.faultName == name }) {
      bodies[body] = share
    } else {
      throw Mistake(description: "there is no fault '\(name)'; there are \(Self.names.joined(separator: ", "))")
    }
  }

  /// The names of all faults.
  public static var names: [String] {
    ["bad-day", "a status from 400 to 599", "late", "blocked"] + FaultyFeed.Answer.allCases.compactMap(\.faultName)
  }

  /// Returns the fault of the answer at a second; nil for none.
  public func fault(at time: Double, seed: UInt64) -> Fault? {
    var dice = SplitMix64(seed: ~seed ^ time.bitPattern)
    var left = dice.unit()
    for (status, share) in statuses.sorted(by: { $0.key < $1.key }) {
      left -= share
      if left < 0 { return .status(status) }
    }
    left -= late
    if left < 0 { return .late }
    return left < blocked ? .blocked : nil
  }
}

extension FaultyFeed.Answer {
  /// The name of a faulty body, such as `empty-object`; nil for the right one.
  fileprivate var faultName: String? {
    switch self {
    case .right: nil
    case .emptyObject: "empty-object"
    case .otherGame: "other-game"
    default: rawValue
    }
  }
}
