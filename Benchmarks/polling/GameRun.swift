@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// One game that is polled in virtual time, without a network, one request at a time.
struct GameRun {
  /// The milliseconds from a request to the end of its answer; the feed is read half-way.
  static let latency: Int64 = 100

  /// A fact, and the delay from its appearance to the end of the answer that contains it.
  struct Sighting {
    var delay: Double
    var weight: Double
    var kinds: Set<RecordedFact.Kind>
  }

  let timeline: Timeline
  private(set) var requests = 0
  /// How many of them are for short answers.
  private(set) var shortRequests = 0
  private(set) var sightings: [Sighting] = []
  private var revision = 0
  private var nextFact = 0
  private(set) var isOver = false

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// Polls at a time, and returns what the answer shows and when it has arrived. An answer of a cache shows the feed of
  /// some milliseconds before.
  mutating func ask(at time: Int64, staleBy age: Int64 = 0) -> (answer: Timeline.Revision, at: Int64) {
    requests += 1
    let (read, end) = (time + Self.latency / 2 - age, time + Self.latency)
    revision = timeline.revision(at: read, after: revision)
    while nextFact < timeline.facts.count, timeline.facts[nextFact].time <= read {
      let fact = timeline.facts[nextFact]
      sightings.append(
        Sighting(delay: Double(end - fact.time) / 1000, weight: fact.weight, kinds: fact.kinds))
      nextFact += 1
    }
    isOver = read >= timeline.end
    return (timeline.revisions[revision], end)
  }

  /// Plays the game with the daemon's policy; the first request is `phase` after the start. Without `asksShort` all
  /// requests are for whole answers.
  static func adaptive(
    _ timeline: Timeline, phase: Int64, _ mode: LiveCadence.Mode = .init(), asksShort: Bool = true
  ) -> GameRun {
    var (run, cadence, shorts) = (GameRun(timeline), Cadence(bounds: .init()), ShortPolls<Bool>())
    cadence.mode = mode
    var time = timeline.start + phase
    while true {
      let isQuiet = !cadence.isResultLikely && !run.timeline.revisions[run.revision].isBetween
      var isShort = asksShort && isQuiet && shorts.base(at: Timestamp(milliseconds: time), speed: 1) != nil
      if isShort { run.shortRequests += 1 }
      if isShort, run.hasNews(at: time) {
        isShort = false
        run.requests += 1
        time += latency
      }
      let (answer, end) = run.ask(at: time)
      if run.isOver { return run }
      if isShort { shorts.unchanged(true) } else { shorts.accepted(true, at: Timestamp(milliseconds: end)) }
      time = end + cadence.wait(after: answer, at: end)
    }
  }

  /// Returns whether a short answer to a request at a time would show something new: a fact, or another plate appearance.
  private func hasNews(at time: Int64) -> Bool {
    let read = time + Self.latency / 2
    let next = timeline.revision(at: read, after: revision)
    return timeline.revisions[next].position.newestPlay != timeline.revisions[revision].position.newestPlay
      || nextFact < timeline.facts.count && timeline.facts[nextFact].time <= read
  }

  /// Plays the game with a fixed interval between requests.
  static func fixed(_ timeline: Timeline, interval: Double, phase: Double) -> GameRun {
    var run = GameRun(timeline)
    var number = 0.0
    while !run.isOver {
      _ = run.ask(at: timeline.start + Int64(((phase + number) * interval * 1000).rounded()))
      number += 1
    }
    return run
  }
}

extension Cadence {
  /// Returns the wait in milliseconds.
  mutating func wait(after answer: Timeline.Revision, at end: Int64) -> Int64 {
    let now = Timestamp(milliseconds: end)
    let pulse = PollHints(phase: .live, revision: answer.stamp, situation: answer.situation)
    return Int64(answered(pulse, at: Instant(wall: now, monotonic: now)).wholeMilliseconds)
  }
}
