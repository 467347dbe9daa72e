internal import LiveModel

/// A player with the counts of a season and the two before it.
struct PredictionPlayer: Equatable, Sendable {
  let id: Int
  /// `L`, `R`, or `S` for a switch hitter; nil if unknown.
  var batSide: String?
  /// `L` or `R`; nil if unknown.
  var pitchHand: String?
  var batting = WeightedCounts()
  var pitching = WeightedCounts()
  /// Batters faced in starts. StatsAPI's seasons do not tell them from others, so those of relief are estimated.
  var battersInStarts = 0.0

  /// Batters that a reliever faces in a game.
  private static let reliefBatters = 4.3
  /// More batters than a pitcher faces in a start.
  private static let mostInStart = 30.0

  init(id: Int) { self.id = id }

  /// Adds the counts of a season as a pitcher.
  mutating func addPitching(_ counts: [String: Int], weight: Double) {
    pitching.add(counts, weight: weight)
    let season = WeightedCounts(counts)
    let starts = season[.gamesStarted]
    let relieved = max(season[.gamesPlayed] - starts, 0) * Self.reliefBatters
    battersInStarts += weight * min(max(season[.battersFaced] - relieved, 0), Self.mostInStart * starts)
  }
}

/// A player of `/api/v1/people` with statistics of type `yearByYear`.
struct PredictionPlayerRow: MLBRow {
  static let list = "people"

  /// Value of the `fields` parameter.
  static let fields =
    [
      "people", "id", "batSide", "pitchHand", "code", "stats", "type", "group", "displayName", "splits", "season",
      "sport", "gameType", "team", "stat",
    ] + WeightedCounts.Name.allCases.map(\.rawValue)

  private let id: Int
  private let batSide: Lenient<Side>?
  private let pitchHand: Lenient<Side>?
  private let stats: [MLBStats]

  private struct Side: Decodable { var code: Lenient<String>? }

  private enum CodingKeys: String, CodingKey { case id, batSide, pitchHand, stats }

  /// The most groups of statistics of a player that are read.
  private static let mostGroups = 16

  /// Throws if the person has no id.
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(Int.self, forKey: .id)
    batSide = try members.decodeIfPresent(Lenient<Side>.self, forKey: .batSide)
    pitchHand = try members.decodeIfPresent(Lenient<Side>.self, forKey: .pitchHand)
    stats =
      try members.decodeIfPresent(Lenient<[Lenient<MLBStats>]>.self, forKey: .stats)?.value?
      .prefix(Self.mostGroups).compactMap(\.value) ?? []
  }

  /// Decodes the players of an answer with the counts of a season of MLB and the two before it, by id. Throws if the
  /// answer has no list of people, or none can be read.
  static func players(in body: [UInt8], upTo season: Int) throws -> [Int: PredictionPlayer] {
    let rows = try MLBRows<PredictionPlayerRow>.read(body) { $0.player(upTo: season) }.rows
    return Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
  }

  private func player(upTo season: Int) -> PredictionPlayer {
    var player = PredictionPlayer(id: id)
    (player.batSide, player.pitchHand) = (batSide?.value?.code?.value, pitchHand?.value?.code?.value)
    let (hitting, pitching) = (splits("hitting"), splits("pitching"))
    for (age, weight) in WeightedCounts.weights.enumerated() {
      player.batting.add(hitting.filter { $0.year == season - age }.counts, weight: weight)
      player.addPitching(pitching.filter { $0.year == season - age }.counts, weight: weight)
    }
    return player
  }

  private func splits(_ group: String) -> [MLBSplit] {
    stats.filter { $0.type == "yearByYear" && $0.group == group }.flatMap(\.splits).filter { $0.isRegular(inSport: 1) }
  }
}
