import LiveSimulator

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The parts of a final's sentence that the script determines.
struct SimulatedFinalCheck {
  /// The faults of the newest final of the game, and of the kinds of its revisions.
  let faults: [String]

  /// Takes the events of the attempt that counts.
  init(_ events: [Event], of game: SimulatedGame) {
    let finals = events.filter { $0.type == .status && $0.data.tags.contains(.final) }
    guard let last = finals.last, !last.data.retracted, let final = game.final else {
      faults = []
      return
    }
    let text = last.unmarked.data.summary
    let isInDoubt = last.data.tags.contains(.unconfirmed)
    var parts = [Self.result(final)] + final.pitchers.map { "\($0.key): \(Self.surname($0.value))" }
    let isWhole = game.anomalies.isDisjoint(with: [.playsMissing, .logStops, .noLog])
    if isWhole, !isInDoubt {
      parts += final.homeRuns.map(Self.surname)
      if final.innings > final.scheduledInnings, game.course != .forfeit { parts.append("in \(final.innings) innings") }
    }
    var faults = parts.filter { !text.contains($0) }.map { "'\($0)' is missing" }
    if text.contains("HR:") != !final.homeRuns.isEmpty, isWhole, !isInDoubt { faults.append("HR") }
    for label in ["W", "L", "S"] where text.contains("\(label): ") != (final.pitchers[label] != nil) {
      faults.append("\(label):")
    }
    let completions = finals.filter { $0.data.change == .completed }
    faults += completions.filter { $0.data.summary.hasPrefix("Corrected") }.map { "\($0.id) is no correction" }
    self.faults = faults.map { "\($0) in '\(text)'" }
  }

  private static func result(_ final: SimulatedFinal) -> String {
    let score = final.runs.map(String.init).joined(separator: "–")
    guard let winner = final.winner, let loser = final.loser else { return "tied \(score)" }
    return "\(winner) beat the \(loser) \(score)"
  }

  /// Every first name of the simulator is one word.
  private static func surname(_ name: String) -> String {
    name.split(separator: " ").dropFirst().joined(separator: " ")
  }
}
