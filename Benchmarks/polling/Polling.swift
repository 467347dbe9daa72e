import Foundation

@testable import LiveCore
@testable import LiveMLB

/// Measures the polling policy on recorded games, in virtual time and without a network.
///
/// `polling LAG FEED...`
///
/// `LAG` is `recorded`, or the seconds of the replay tool's model. With `PUSH` and `PUSH_FAULTS` in the environment, a
/// push service helps. See Benchmarks/README.md.
@main
enum Polling {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let isEarly = ProcessInfo.processInfo.environment["EARLY"] == "1"
    guard let first = arguments.first else { end("usage: polling recorded|SECONDS FEED...", status: 64) }
    guard let lag = LagModel(first) else {
      end("LAG=\(first): takes 'recorded' or seconds from 0 to 600, such as 13", status: 64)
    }
    let paths = arguments.dropFirst()
    guard !paths.isEmpty else { end("no feeds; say FEEDS=\"a.json b.json.gz\"", status: 64) }
    do {
      let games = try paths.map { try Game($0) }
      if ProcessInfo.processInfo.environment["TIMELINE"] == "1" { return games.forEach { $0.show(lag) } }
      if let (delay, faults) = push { return PushReport.print(games, lag, delay: delay, faults) }
      report(games, lag, LiveCadence.Mode(isEarly: isEarly))
    } catch {
      end("\(error)", status: 66)
    }
  }

  /// The delay of the push service in seconds, and its faults; nil without one.
  private static var push: (delay: Double, PushFaults)? {
    let environment = ProcessInfo.processInfo.environment
    guard let text = environment["PUSH"], !text.isEmpty else { return nil }
    guard let delay = Double(text), (0...600).contains(delay) else {
      end("PUSH=\(text): takes seconds from 0 to 600, such as 0.3", status: 64)
    }
    let given = environment["PUSH_FAULTS"] ?? ""
    guard let faults = PushFaults(given) else {
      end("PUSH_FAULTS=\(given): takes lost, stale and lies from 0 to 1, and hangs: lost=0.05,hangs=3", status: 64)
    }
    return (delay, faults)
  }

  static func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("polling: \(message)\n".utf8))
    exit(status)
  }

  /// A game, and what does not depend on the lag.
  struct Game {
    let feed: FeedFile
    let plays: OpenPlays

    init(_ path: String) throws {
      feed = try FeedFile(path: path)
      do { plays = try OpenPlays(feed) } catch {
        throw FeedFault(path: path, reason: "has a play that is none: \(error)")
      }
    }

    func timeline(_ lag: LagModel, seed: UInt64) -> Timeline {
      Timeline(feed, plays, lag, seed: seed &* 1_000_003 &+ UInt64(max(0, feed.final.gamePk)))
    }

    /// Prints facts and revisions for comparisons with other programs.
    func show(_ lag: LagModel) {
      let timeline = timeline(lag, seed: 1)
      for revision in timeline.revisions { print(feed.final.gamePk, revision.time, revision.situation) }
      for fact in timeline.facts {
        print(feed.final.gamePk, fact.time, "fact", fact.kinds.map(\.rawValue).sorted().joined(separator: ","))
      }
    }
  }

  /// Each seed makes one timeline, and each timeline is polled from several starts.
  static let (seeds, phases): (ClosedRange<UInt64>, [Int64]) = (1...3, [0, 2_700, 5_300, 8_100])

  static func report(_ games: [Game], _ lag: LagModel, _ mode: LiveCadence.Mode) {
    let seeds = lag == .recorded ? 1...1 : seeds
    let timelines = seeds.map { seed in games.map { $0.timeline(lag, seed: seed) } }
    let all = timelines.flatMap(\.self)
    let asksShort = ProcessInfo.processInfo.environment["WHOLE"] != "1"
    let runs = all.flatMap { timeline in
      phases.map { GameRun.adaptive(timeline, phase: $0, mode, asksShort: asksShort) }
    }
    let hours = all.reduce(0) { $0 + Double($1.end - $1.start) / 3_600_000 } * Double(phases.count)
    let whole = Double(runs.reduce(0) { $0 + $1.requests - $1.shortRequests }) / hours
    let perHour = Double(runs.reduce(0) { $0 + $1.requests }) / hours
    let fixed = all.flatMap { timeline in
      (0..<16).map { GameRun.fixed(timeline, interval: 3600 / perHour, phase: Double($0) / 16) }
    }
    let (own, timer) = (runs.flatMap(\.sightings), fixed.flatMap(\.sightings))
    print("\(games.count) games, \(Double(hours / Double(phases.count * seeds.count)).text(1)) hours, lag \(lag)\n")
    byKind(own, timer)
    bySlate(timelines)
    let (result, plain) = (Figures(own), Figures(timer))
    print("percentiles fixed \(plain.percentiles)\npercentiles polls \(result.percentiles)\n")
    print(
      "polling requests_per_hour=\(perHour.text(1)) mean_s=\(result.mean.text(3)) p95_s=\(result.p95.text(3))"
        + " weighted_s=\(result.weighted.text(3)) mean_ratio=\((result.mean / plain.mean).text(3))"
        + " p95_ratio=\((result.p95 / plain.p95).text(3)) whole_per_hour=\(whole.text(1))")
  }

  private static func byKind(_ own: [GameRun.Sighting], _ timer: [GameRun.Sighting]) {
    var table = TextTable(["seconds from the feed to us", "facts", "mean", "p95", "fixed mean", "fixed p95"])
    func add(_ name: String, _ kind: RecordedFact.Kind?) {
      let mine = Figures(own.filter { kind.map($0.kinds.contains) ?? true })
      let theirs = Figures(timer.filter { kind.map($0.kinds.contains) ?? true })
      guard mine.count > 0 else { return }
      table.add(
        [name, "\(mine.count / phases.count)"] + [mine.mean, mine.p95, theirs.mean, theirs.p95].map { $0.text(2) })
    }
    add("all", nil)
    for kind in RecordedFact.Kind.allCases { add(kind.rawValue, kind) }
    print(table.text + "\n")
  }

  /// Plays fifteen games, as on an evening; with fewer feeds some are used more than once.
  private static func bySlate(_ timelines: [[Timeline]]) {
    var table = TextTable([
      "15 games, requests/s", "asked/s", "mean", "p95", "weighted", "in turn mean", "in turn p95",
    ])
    let slates = timelines.map { games in (0..<15).map { games[$0 % games.count] } }
    for rate in [4.0, 2, 1.5, 1] {
      let runs = zip(1..., slates).map {
        SlateRun($1, requestsPerSecond: rate, spread: 20 * 60_000, seed: UInt64($0))
      }
      let turns = slates.flatMap(\.self).enumerated().map { index, timeline in
        GameRun.fixed(timeline, interval: 15 / rate, phase: Double(index % 15) / 15)
      }
      let (own, timer) = (Figures(runs.flatMap(\.sightings)), Figures(turns.flatMap(\.sightings)))
      let asked = Double(runs.reduce(0) { $0 + $1.requests }) / runs.reduce(0) { $0 + $1.seconds }
      table.add(
        [rate.text(1), asked.text(2)]
          + [own.mean, own.p95, own.weighted, timer.mean, timer.p95].map { $0.text(2) })
    }
    print(table.text + "\n")
  }
}
