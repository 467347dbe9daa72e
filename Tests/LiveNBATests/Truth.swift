import Foundation
import LiveModel
import LiveSimulator

@testable import LiveNBA

/// Facts in a form that both sides have: kind, action, period, score and player.
struct Truth {
  private(set) var facts: Set<String> = []
  private(set) var repeated: [String] = []

  /// The facts that have no action of their own.
  private static let ofTheClock: Set<String> = ["game_start", "final", "overtime", "period_start", "period_end"]
  /// Those whose player is compared.
  private static let ofPlayers: Set<String> = ["field_goal", "free_throw", "foul"]
  /// Several of one kind on one action are one tag.
  private static let once: Set<String> = [
    "double_double", "triple_double", "quadruple_double", "points_50", "points_60",
  ]

  private mutating func add(
    _ kind: String, action: Int?, period: Int?, away: Int?, home: Int?, player: Int?, isOurs: Bool
  ) {
    let isOfClock = Self.ofTheClock.contains(kind)
    let place = kind == "game_start" || kind == "final" ? "" : "Q\(period ?? 0)"
    let text =
      "\(kind) \(isOfClock ? "" : "#\(action ?? -1)") \(place) \(away ?? -1)-\(home ?? -1)"
      + (Self.ofPlayers.contains(kind) ? " \(player ?? 0)" : "")
    if !facts.insert(text).inserted, !Self.once.contains(kind) || isOurs { repeated.append(text) }
  }

  /// Derives the facts with `nba_truth.py`.
  init(of game: URL) throws {
    struct Line: Decodable {
      var kind: String
      var action: Int
      var inning: Int
      var away: Int
      var home: Int
      var player: Int?
    }
    let output = try SharedData.python([SharedData.tools.appendingPathComponent("nba_truth.py").path, game.path])
    for line in output.split(separator: UInt8(ascii: "\n")) {
      let fact = try JSONDecoder().decode(Line.self, from: Data(line))
      // The watch has its own rules: it also ends.
      guard fact.kind != "clutch" else { continue }
      add(
        fact.kind, action: fact.action, period: fact.inning, away: fact.away, home: fact.home, player: fact.player,
        isOurs: false)
    }
  }

  /// Takes the facts of a simulated game.
  init(_ facts: [NBAFact]) {
    for fact in facts where fact.kind != "clutch" {
      add(
        fact.kind, action: fact.action, period: fact.period, away: fact.away, home: fact.home, player: fact.player,
        isOurs: false)
    }
  }

  /// Takes events, with the kinds that their types and tags stand for. `renumbered` has the present number of each action
  /// that stays the same fact under a new number.
  init(_ events: some Sequence<Event>, renumbered: [Int: Int] = [:]) {
    for event in events {
      let own = event.data.basketball
      for kind in Self.kinds(of: event) {
        add(
          kind, action: own.play.map { renumbered[$0.actionNumber] ?? $0.actionNumber }, period: own.period?.number,
          away: event.data.score?.away,
          home: event.data.score?.home, player: own.play?.player?.id, isOurs: true)
      }
    }
  }

  private static func kinds(of event: Event) -> [String] {
    let tags = event.data.tags.map(\.rawValue)
    let names: [String: String] =
      switch event.type.rawValue {
      case "livegame.status": ["start": "game_start", "final": "final"]
      case "livegame.period": same("period_start", "period_end", "overtime")
      case "livegame.play":
        same("field_goal", "three_pointer", "dunk", "buzzer_beater", "free_throw", "tie", "go_ahead", "lead_change")
      case "livegame.action":
        same(
          "and_one", "foul", "technical", "flagrant", "ejection", "timeout", "challenge", "instant_replay", "steal",
          "block", "turnover", "violation", "substitution")
      default: [:]
      }
    let milestones = same("double_double", "triple_double", "quadruple_double", "points_50", "points_60", "points_70")
    return tags.compactMap { names[$0] ?? milestones[$0] }
  }

  private static func same(_ names: String...) -> [String: String] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
  }
}
