/// Models of when the parts of a game become visible in its feed.
enum LagModel: Equatable {
  /// As the feed records it: a pitch or an action at its start, a result at its play's end. In captured feeds
  /// `metaData.timeStamp` is exactly that instant.
  case recorded
  /// As the replay tool shows it: a result so many seconds after the last event of its play, a quarter less to a
  /// third more. Most results come together with the next batter, and some plays come whole with the one before.
  case seconds(Double)
  /// The same without randomness, for comparisons with the replay tool.
  case exact(Double)

  init?(_ text: String) {
    if text == "recorded" {
      self = .recorded
    } else if text.hasPrefix("exact:"), let lag = Double(text.dropFirst(6)), lag >= 0, lag <= 600 {
      self = .exact(lag)
    } else if let lag = Double(text), lag >= 0, lag <= 600 {
      self = .seconds(lag)
    } else {
      return nil
    }
  }

  /// The times of one play, in milliseconds.
  struct Times {
    var appears: Int64
    var events: [Int64]
    var done: Int64
  }

  private static let pitchLag: Int64 = 4_000

  func times(of plays: [FeedFile.Object], _ dice: inout Dice) -> [Times] {
    var times: [Times] = []
    var floor = Int64.min
    for (index, play) in plays.enumerated() {
      let next = index + 1 < plays.count ? plays[index + 1] : nil
      let own = one(play, next: next, floor: floor, &dice)
      floor = own.done
      times.append(own)
    }
    if case .seconds = self { double(&times, plays, &dice) }
    return self == .recorded ? times : times.map(Self.wholeSeconds)
  }

  private func one(_ play: FeedFile.Object, next: FeedFile.Object?, floor: Int64, _ dice: inout Dice) -> Times {
    let events = play.list("playEvents")
    let appears = max(floor, Self.start(of: play) ?? floor)
    var newest = appears
    let seen = events.map { event in
      newest = max(newest, visible(event) ?? newest)
      return newest
    }
    let done: Int64
    switch self {
    case .recorded: done = max(newest, play.object("about").time("endTime") ?? newest + 5_000)
    case .exact(let lag): done = newest + Int64(lag * 1000)
    case .seconds(let lag):
      let sure = newest + Int64(max(0, lag + (dice.unit() * 0.6 - 0.25) * lag) * 1000)
      done = next.map { Self.together(sure, newest, play, $0, &dice) } ?? sure
    }
    return Times(appears: appears, events: seen, done: done)
  }

  private func visible(_ event: FeedFile.Object) -> Int64? {
    guard let start = event.time("startTime") else { return nil }
    if self == .recorded || event.text("type") == "action" { return start }
    return min(event.time("endTime") ?? start, start + Self.pitchLag)
  }

  static func start(of play: FeedFile.Object) -> Int64? {
    [play.object("about").time("startTime"), play.list("playEvents").first?.time("startTime")].compactMap(\.self).min()
  }

  private static func half(_ play: FeedFile.Object) -> String {
    let about = play.object("about")
    return "\(about.number("inning") ?? 0) \(about.text("halfInning"))"
  }

  /// Seven of ten results come with the next batter, if he is quick.
  private static func together(
    _ sure: Int64, _ newest: Int64, _ play: FeedFile.Object, _ next: FeedFile.Object, _ dice: inout Dice
  ) -> Int64 {
    guard half(play) == half(next), let start = start(of: next), start - newest < 25_000, dice.unit() < 0.7 else {
      return sure
    }
    return max(sure, start)
  }

  /// One of twenty-five plays is shown only when the next one is over.
  private func double(_ times: inout [Times], _ plays: [FeedFile.Object], _ dice: inout Dice) {
    var index = 1
    while index + 1 < times.count {
      if Self.half(plays[index]) == Self.half(plays[index + 1]), dice.unit() < 0.04 {
        let time = times[index + 1].done
        times[index].done = time
        times[index + 1].appears = time
        times[index + 1].events = times[index + 1].events.map { _ in time }
        index += 1
      }
      index += 1
    }
  }

  private static func wholeSeconds(_ times: Times) -> Times {
    func up(_ time: Int64) -> Int64 { (time + 999) / 1000 * 1000 }
    return Times(appears: up(times.appears), events: times.events.map(up), done: up(times.done))
  }
}

/// SplitMix64: the same seed gives the same games.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns a number in 0..<1.
  mutating func unit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) / Double(1 << 53)
  }
}
