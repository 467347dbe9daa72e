/// The play-by-play of a game over time: which actions its file has at any second, and in which version.
struct NBAPlayLog: Sendable {
  /// An action as the file has it at one second, with the score after it.
  struct Shown: Sendable {
    let action: NBAAction
    let score: PerSide<Int>
    fileprivate let document: NBAAction.Document

    /// Appends its JSON.
    func write(to bytes: inout [UInt8]) { document.write(score: score, to: &bytes) }
  }

  private struct Version: Sendable {
    var since: Double
    var action: NBAAction?
    var document: NBAAction.Document?
  }

  /// In the order of the list.
  private let entries: [[Version]]
  /// Every second at which the file changes, in order.
  let moments: [Double]

  /// - Parameters:
  ///   - entries: the actions in their versions.
  ///   - script: the final actions, to which rebounds refer.
  ///   - clubs: both clubs.
  ///   - hold: a time in which the file does not change.
  ///   - anomalies: the permanent faults of the feed.
  init(
    _ entries: [NBAScorer.Entry], script: [NBAAction], clubs: PerSide<NBAClub>, hold: ClosedRange<Double>?,
    anomalies: Set<NBAAnomaly>
  ) {
    let digits = anomalies.contains(.newNumbering) ? 3 : 1
    self.entries = entries.map { entry in
      entry.versions.map { version in
        let document = version.action.map { action in
          action.document(
            clubs: clubs, shotNumber: action.shot.map { script[$0].number }, digits: digits,
            spoil: anomalies.contains(.mistyped) ? { Self.spoiled($0, action.number) } : { $0 })
        }
        let isHeld = hold?.contains(version.since) ?? false
        return Version(
          since: isHeld ? hold?.upperBound ?? version.since : version.since, action: version.action, document: document)
      }
    }
    moments = Set(self.entries.flatMap { $0.map(\.since) }).sorted()
  }

  /// When the file appears.
  var start: Double { moments.first ?? .infinity }

  /// Returns the actions of the file at a second, in its order; none before the first.
  func shown(at time: Double) -> [Shown] {
    var score = PerSide(both: 0)
    return entries.compactMap { versions in
      guard let version = versions.last(where: { $0.since <= time }), let action = version.action,
        let document = version.document
      else { return nil }
      if let side = action.side { score[side] += action.points }
      return Shown(action: action, score: score, document: document)
    }
  }

  /// Gives members that no fact depends on wrong types.
  private static func spoiled(_ document: JSON, _ number: Int) -> JSON {
    guard number.isMultiple(of: 5) else { return document }
    let wrong: [JSON] = ["0", .number(.max), .number(.min), .null, .bool(true), ["a"], ["a": ["b": 1]], ""]
    let value = wrong[number / 5 % wrong.count]
    let names = ["x", "yLegacy", "side", "isTargetScoreLastPeriod", "officialId", "neverHeardOf"]
    return document.merging([(names[number / 5 % names.count], value)])
  }
}
