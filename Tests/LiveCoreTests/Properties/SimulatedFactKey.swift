import LiveSimulator

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The members that a fact of the script and an event have in common, as `shared/tools/replay/map.json` defines them.
struct SimulatedFactKey: Hashable {
  var kind: String
  var atBatIndex: Int?
  var eventIndex: Int?
  var inning: Int?
  var half: String?
  var away: Int?
  var home: Int?

  /// Kinds that a game or half-inning has only once, so that no index belongs to them.
  private static let ofTheHalf: Set<String> = ["half_start", "half_end", "no_hitter", "perfect_game"]
  private static let ofTheGame: Set<String> = ["game_start", "walk_off", "extra_innings", "final"]
  /// Kinds of which several on one play are one tag.
  private static let once: Set<String> = ["error", "review", "abs_challenge"]

  private init(_ kind: String, _ atBatIndex: Int?, _ eventIndex: Int?, _ inning: Int?, _ half: String?, _ score: Score)
  {
    // truth.py records the error of an action when the plate appearance is over, with the score of that time.
    let hasScore = kind != "error" || eventIndex == nil
    let hasIndex = !Self.ofTheHalf.contains(kind) && !Self.ofTheGame.contains(kind)
    let hasPlace = kind != "game_start"
    self.kind = kind
    (self.atBatIndex, self.eventIndex) = hasIndex ? (atBatIndex, eventIndex) : (nil, nil)
    (self.inning, self.half) = hasPlace ? (inning, half) : (nil, nil)
    (away, home) = hasScore ? (score.away, score.home) : (nil, nil)
  }

  /// The key without indexes of the feed: facts that were logged before the indexes shifted keep the old ones.
  var withoutIndexes: Self {
    var key = self
    (key.atBatIndex, key.eventIndex) = (nil, nil)
    return key
  }

  /// Returns how often each key is in the script.
  static func counted(_ facts: [SimulatedFact]) -> [SimulatedFactKey: Int] {
    counted(
      facts.map {
        Self(
          $0.kind, $0.atBatIndex, $0.eventIndex, $0.inning > 0 ? $0.inning : nil, $0.half.isEmpty ? nil : $0.half,
          Score(away: $0.away, home: $0.home))
      })
  }

  /// Returns how often each key was logged, by the newest revision of every valid fact.
  static func counted(_ events: [Event]) -> [SimulatedFactKey: Int] {
    let newest = Dictionary(events.map { ($0.data.fact, $0.data) }) { $0.revision < $1.revision ? $1 : $0 }
    let types = Dictionary(events.map { ($0.data.fact, $0.type) }) { first, _ in first }
    return counted(
      newest.values.filter { !$0.retracted }.flatMap { data in
        kinds(types[data.fact] ?? .status, Set(data.tags.map(\.rawValue))).map { kind in
          Self(
            kind, data.play?.atBatIndex, data.play?.eventIndex, data.inning?.number, data.inning?.half.rawValue,
            data.score ?? .zero)
        }
      })
  }

  private static func counted(_ keys: [SimulatedFactKey]) -> [SimulatedFactKey: Int] {
    Dictionary(keys.map { ($0, 1) }) { left, right in left + right }
      .reduce(into: [:]) { $0[$1.key] = once.contains($1.key.kind) ? 1 : $1.value }
  }

  private static func kinds(_ type: EventType, _ tags: Set<String>) -> [String] {
    switch type {
    case .status: [("start", "game_start"), ("final", "final")].filter { tags.contains($0.0) }.map(\.1)
    case .inning:
      [
        ("half_start", "half_start"), ("half_end", "half_end"), ("no_hitter_intact", "no_hitter"),
        ("perfect_game_intact", "perfect_game"), ("extra_innings", "extra_innings"),
      ].filter { tags.contains($0.0) }.map(\.1)
    case .play: ["play_end"] + (plays.union(either)).intersection(tags).map { $0 == "scoring" ? "scoring_play" : $0 }
    case .action: actions.union(either).intersection(tags).map { $0 == "scoring" ? "scoring_play" : $0 }
    default: []
    }
  }

  private static let either: Set<String> = [
    "scoring", "lead_change", "tie", "go_ahead", "walk_off", "caught_stealing", "error", "review", "abs_challenge",
  ]
  private static let plays: Set<String> = ["home_run", "strikeout", "double_play", "triple_play", "bases_loaded"]
  private static let actions: Set<String> = [
    "pitching_change", "substitution", "stolen_base", "ejection", "injury", "mound_visit", "runner_placed",
  ]
}
