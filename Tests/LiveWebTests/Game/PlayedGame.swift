import LiveSimulator

@testable import LiveWeb

/// One simulated game at some moments. It is played once for all tests.
enum PlayedGame {
  static let slate = Slate(seed: 11, games: 1, firstPitch: SimulatedSource.firstPitch, spread: 0)
  static let middle = SimulatedSource.firstPitch + 5400
  static let later = middle + 600
  static let end = SimulatedSource.firstPitch + 20_000

  /// Daemons that have seen the game up to each moment.
  private static let sources: [Double: SimulatedSource]? = {
    let source = SimulatedSource(slate)
    var sources: [Double: SimulatedSource] = [:]
    for moment in [middle, later, end] {
      guard (try? source.play(to: moment)) != nil else { return nil }
      let seen = SimulatedSource(slate)
      seen.catchUp(with: source)
      sources[moment] = seen
    }
    return sources
  }()

  /// Lets a daemon see the game up to one of the moments.
  static func play(_ source: SimulatedSource, to moment: Double) {
    if let seen = sources?[moment] { source.catchUp(with: seen) }
  }
}
