import FoundationEssentials
import LiveCore
import LiveModel
import LivePlatform

/// A half-inning from which a replay is shown: `7-top`.
struct ReplayStart: Equatable, Sendable {
  private let inning: Int
  private let isTop: Bool

  /// Parses `7-top`, `7-bottom`, or `7` for its top. Fails for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let inning = Int(parts[0], in: 1...99) else { return nil }
    switch parts.count == 2 ? parts[1].lowercased() : "top" {
    case "top": isTop = true
    case "bottom": isTop = false
    default: return nil
    }
    self.inning = inning
  }

  /// Returns whether a game has come so far in this answer.
  func isReached(in answer: RecordedAnswer) -> Bool {
    guard case .game = answer.subject, case .response(let head, let body) = answer.outcome, head.status == 200,
      let line = try? JSONDecoder().decode(Feed.self, from: Data(body)).liveData?.linescore,
      let current = line.currentInning
    else { return false }
    return current > inning || current == inning && (isTop || line.isTopInning == false)
  }

  /// The members of a feed that tell the inning.
  private struct Feed: Decodable {
    struct LiveData: Decodable {
      var linescore: Linescore?
    }

    struct Linescore: Decodable {
      var currentInning: Int?
      var isTopInning: Bool?
    }

    var liveData: LiveData?
  }
}
