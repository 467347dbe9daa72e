import Foundation

@testable import LiveMLB
@testable import LiveModel

/// A game as its feed would have shown it: the content of each revision, and the appearance of each fact.
struct Timeline {
  struct Revision {
    /// Milliseconds since 1970.
    var time: Int64
    var stamp: Timestamp
    var situation: Situation
    var position: Position

    /// Whether the newest play is complete, and another one of the half-inning follows.
    var isBetween: Bool {
      if case .between = situation { position.events == nil } else { false }
    }
  }

  /// How much of a game a revision shows: the complete plays, and the events of the open one; nil without one.
  struct Position: Equatable {
    var plays: Int
    var events: Int?

    /// The index of the newest plate appearance.
    var newestPlay: Int { events == nil ? plays - 1 : plays }
  }

  struct Appearance {
    var time: Int64
    var kinds: Set<RecordedFact.Kind>
    var weight: Double
  }

  /// The revisions of the live game, in order.
  private(set) var revisions: [Revision] = []
  /// The facts since the start, in order.
  private(set) var facts: [Appearance] = []
  private(set) var start: Int64
  private(set) var end: Int64

  init(_ feed: FeedFile, _ shots: OpenPlays, _ lag: LagModel, seed: UInt64) {
    var dice = Dice(seed: seed)
    let times = lag.times(of: feed.plays, &dice)
    start = Self.start(of: feed, times)
    end = times.last?.done ?? start
    let end = end
    var cuts = Set([start])
    for play in times { cuts.formUnion([play.appears, play.done] + play.events) }
    var play = 0
    for cut in cuts.sorted() where cut >= start && cut <= end {
      while play < times.count, times[play].done <= cut { play += 1 }
      let isOpen = play < times.count && times[play].appears <= cut
      let events = isOpen ? times[play].events.count { $0 <= cut } : 0
      revisions.append(
        Revision(
          time: cut, stamp: Timestamp(seconds: cut / 1000),
          situation: isOpen ? shots.situation(in: play, events: events) : shots.situation(after: play),
          position: Position(plays: play, events: isOpen ? events : nil)))
    }
    facts = RecordedFact.all(of: feed).compactMap { fact in
      let time = fact.event.map { times[fact.play].events[$0] } ?? times[fact.play].done
      return time > start ? Appearance(time: time, kinds: fact.kinds, weight: fact.weight) : nil
    }.sorted { $0.time < $1.time }
  }

  /// Returns the game with each revision readable only some seconds after its stamp, in order.
  func published(after seconds: ClosedRange<Double>, seed: UInt64) -> Timeline {
    var (timeline, dice, times, last) = (self, Dice(seed: seed), [Int64: Int64](), Int64.min)
    for (index, revision) in revisions.enumerated() {
      let span = seconds.lowerBound + dice.unit() * (seconds.upperBound - seconds.lowerBound)
      last = max(last, revision.stamp.milliseconds + Int64(span * 1000))
      times[revision.time] = last
      timeline.revisions[index].time = last
    }
    for index in facts.indices { timeline.facts[index].time = times[facts[index].time] ?? last }
    (timeline.start, timeline.end) = (times[start] ?? start, last)
    return timeline
  }

  /// Returns the index of the revision that is read at a time.
  func revision(at time: Int64, after known: Int) -> Int {
    var index = known
    while index + 1 < revisions.count, revisions[index + 1].time <= time { index += 1 }
    return index
  }

  /// "In Progress" comes about 90 s before the first pitch, if no advisory has the time.
  private static func start(of feed: FeedFile, _ times: [LagModel.Times]) -> Int64 {
    let events = feed.plays[0].list("playEvents")
    let advised = events.last { $0.object("details").text("description").hasSuffix("In Progress") }?.time("startTime")
    let pitch = feed.plays.lazy.flatMap { $0.list("playEvents") }.first { $0.flag("isPitch") }?.time("startTime")
    return ((advised ?? pitch.map { $0 - 90_000 } ?? times[0].appears) + 999) / 1000 * 1000
  }
}

/// The situations of a game, each computed by the daemon's own decoder and rules from a play log that ends there.
/// They do not depend on the lag.
struct OpenPlays {
  private var open: [[Situation]] = []
  private var between: [Situation] = []

  init(_ feed: FeedFile) throws {
    var snapshot = feed.final
    let plays = feed.final.plays
    for count in 0...plays.count {
      snapshot.plays = Array(plays.prefix(count))
      between.append(Situation(snapshot))
    }
    for (index, play) in feed.plays.enumerated() {
      let complete = plays.prefix(index)
      var list: [Situation] = []
      for events in 0...play.list("playEvents").count {
        snapshot.plays = complete + [try Self.decoded(play, events: events, outs: complete.last.map(\.outs) ?? 0)]
        list.append(Situation(snapshot))
      }
      open.append(list)
    }
  }

  func situation(in play: Int, events: Int) -> Situation { open[play][events] }

  func situation(after plays: Int) -> Situation { between[plays] }

  /// Returns a plate appearance with its first events only.
  private static func decoded(_ play: FeedFile.Object, events: Int, outs: Int) throws -> Play {
    let shown = Array(play.list("playEvents").prefix(events))
    let about = play.object("about")
    var count: FeedFile.Object = ["balls": 0, "strikes": 0, "outs": outs % 3]
    for name in ["balls", "strikes"] { count[name] = shown.last?.object("count").number(name) ?? 0 }
    let open: FeedFile.Object = [
      "about": [
        "atBatIndex": about.number("atBatIndex") ?? 0, "inning": about.number("inning") ?? 1,
        "halfInning": about.text("halfInning"), "isComplete": false,
      ],
      "count": count, "playEvents": shown,
    ]
    let body: FeedFile.Object = [
      "gamePk": 1, "metaData": ["timeStamp": "20240101_000000"],
      "gameData": [
        "datetime": ["officialDate": "2024-01-01"], "status": ["codedGameState": "I"],
        "teams": ["away": ["id": 1], "home": ["id": 2]],
      ],
      "liveData": ["plays": ["allPlays": [open]]],
    ]
    var decoder = MLBFeedDecoder()
    try decoder.feed([UInt8](try JSONSerialization.data(withJSONObject: body)).span)
    return try decoder.finish().plays[0]
  }
}
