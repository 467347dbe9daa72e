@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The polling policy with a push service, beside the same policy without one on the same timelines.
enum PushReport {
  private static let seeds: ClosedRange<UInt64> = 1...2
  /// Time from a revision's stamp until it can be read, as one project measured it in August 2026.
  private static let publication = 6.2...7.1

  /// Polls the games with messages that come `delay` seconds after their revisions can be read, and prints the figures.
  static func print(_ games: [Polling.Game], _ lag: LagModel, delay: Double, _ faults: PushFaults) {
    var (with, without): ([PushRun], [PushRun]) = ([], [])
    var hours = 0.0
    for (seed, game) in seeds.flatMap({ seed in games.map { (seed, $0) } }) {
      let timeline = game.timeline(lag, seed: seed).published(after: publication, seed: seed)
      let (script, gamePk) = (PushScript(game.feed, timeline), game.feed.final.gamePk)
      for (start, phase) in Polling.phases.enumerated() {
        let own = (seed &* 1_000_003 &+ UInt64(max(0, gamePk))) &* 7 &+ UInt64(start)
        var dice = Dice(seed: own)
        let deliveries = faults.deliveries(of: script, delay: Int64(delay * 1000), &dice)
        for isOn in [true, false] {
          let run = PushRun(
            timeline, gamePk: gamePk, isOn ? deliveries : nil, stale: faults.stale, phase: phase, seed: own)
          if isOn { with.append(run) } else { without.append(run) }
        }
        hours += Double(timeline.end - timeline.start) / 3_600_000
      }
    }
    Swift.print("\(games.count) games, lag \(lag), messages after \(delay) s, \(faults)\n")
    byKind(with, without)
    let (own, other) = (Figures(with.flatMap(\.run.sightings)), Figures(without.flatMap(\.run.sightings)))
    Swift.print("percentiles push \(own.percentiles)\npercentiles polls \(other.percentiles)\n")
    judge(with)
    func line(_ name: String, _ runs: [PushRun], _ figures: Figures) -> String {
      "\(name)requests_per_hour=\((Double(runs.reduce(0) { $0 + $1.run.requests }) / hours).text(1))"
        + " \(name)mean_s=\(figures.mean.text(3)) \(name)p95_s=\(figures.p95.text(3))"
        + " \(name)weighted_s=\(figures.weighted.text(3))"
    }
    Swift.print("push \(line("", with, own)) \(line("polls_", without, other))")
  }

  private static func byKind(_ with: [PushRun], _ without: [PushRun]) {
    var table = TextTable(["seconds from the feed to us", "facts", "mean", "p95", "polls mean", "polls p95"])
    let (own, other) = (with.flatMap(\.run.sightings), without.flatMap(\.run.sightings))
    func add(_ name: String, _ kind: RecordedFact.Kind?) {
      let mine = Figures(own.filter { kind.map($0.kinds.contains) ?? true })
      let theirs = Figures(other.filter { kind.map($0.kinds.contains) ?? true })
      guard mine.count > 0 else { return }
      table.add(
        [name, "\(mine.count / Polling.phases.count / seeds.count)"]
          + [mine.mean, mine.p95, theirs.mean, theirs.p95].map { $0.text(2) })
    }
    add("all", nil)
    for kind in RecordedFact.Kind.allCases { add(kind.rawValue, kind) }
    Swift.print(table.text + "\n")
  }

  /// Prints what the daemon itself would say about the service.
  private static func judge(_ runs: [PushRun]) {
    let counts = runs.map(\.push.trust.counts)
    func sum(_ count: KeyPath<PushCounts, Int>) -> Int { counts.reduce(0) { $0 + $1[keyPath: count] } }
    func share(_ part: Int, _ rest: Int) -> String { (Double(part) / Double(max(1, part + rest)) * 100).text(1) }
    let lateness = runs.compactMap(\.push.trust.medianLateness).sorted()
    let median = lateness.isEmpty ? "none" : (lateness[lateness.count / 2] / .seconds(1)).text(2)
    Swift.print(
      "\(share(sum(\.announced), sum(\.missed))) % of new revisions announced, median lateness \(median) s, "
        + "\(share(sum(\.stale), sum(\.polls) - sum(\.stale))) % of the answers to messages stale, "
        + "\(sum(\.falsified)) false in \(sum(\.messages)) messages\n")
  }
}
