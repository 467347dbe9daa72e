import Testing

@testable import LiveCore
@testable import LiveModel

/// The whole policy over hours of a made-up game in virtual time. `make polling` does the same with recorded games.
@Suite struct LiveCadenceRunTests {
  private struct Moment {
    var at: Double
    var situation: Situation
  }

  /// Returns plate appearances of one to six pitches, three in a half-inning, with results `lag` after the last
  /// pitch.
  private static func game(lag: Double, seed: UInt64) -> (moments: [Moment], end: Double) {
    var dice = SplitMix(seed: seed)
    var (moments, at): ([Moment], Double) = ([Moment(at: 0, situation: .pause(results: 0))], 100.0)
    func span(_ least: Double, _ most: Double) -> Double {
      least + (most - least) * Double(dice.next() % 1000) / 1000
    }
    for result in 0..<80 {
      moments.append(Moment(at: at, situation: .between(results: result)))
      at += span(5, 15)
      for pitch in 1...Int(span(1, 6)) {
        moments.append(Moment(at: at, situation: .count(results: result, step: pitch)))
        at += span(15, 25)
      }
      moments.append(Moment(at: at, situation: .due(results: result, .inPlay)))
      at += lag * span(0.75, 1.35)
      let isLast = result % 3 == 2
      moments.append(Moment(at: at, situation: isLast ? .pause(results: result + 1) : .between(results: result + 1)))
      at += isLast ? span(110, 170) : span(5, 20)
    }
    return (moments, at)
  }

  /// Returns requests an hour and the mean delay of a result.
  private static func run(lag: Double, speed: Double = 1, mode: LiveCadence.Mode) -> (perHour: Double, mean: Double) {
    var (requests, delays, hours) = (0.0, [Double](), 0.0)
    for seed in 1...8 {
      let game = game(lag: lag, seed: UInt64(seed))
      var cadence = Cadence(bounds: .init(liveMin: .seconds(1 / speed), liveMax: .seconds(30 / speed)))
      cadence.mode = mode
      var (now, index, seen) = (Double(seed), 0, 0)
      while now < game.end {
        requests += 1
        while index + 1 < game.moments.count, game.moments[index + 1].at <= now { index += 1 }
        let moment = game.moments[index]
        for result in seen..<max(seen, moment.situation.results) {
          delays.append(now - (game.moments.first { $0.situation.results == result + 1 }?.at ?? now))
        }
        seen = moment.situation.results
        // Our clock is slower than that of the source by its speed.
        let ours = Timestamp(milliseconds: 1_780_000_000_000 + Int64(now / speed * 1000))
        let pulse = PollHints(
          phase: .live, revision: Timestamp(seconds: 1_780_000_000 + Int64(moment.at)), situation: moment.situation)
        now += cadence.answered(pulse, at: .init(wall: ours, monotonic: ours)) / .seconds(1) * speed
      }
      hours += game.end / 3600
    }
    return (requests / hours, delays.reduce(0, +) / Double(delays.count))
  }

  @Test(arguments: [5.0, 9, 13, 20])
  func aResultIsSeenTwiceAsSoonAsWithATimerOfEqualCost(lag: Double) {
    let (perHour, mean) = Self.run(lag: lag, mode: .init())
    #expect(perHour < 420)
    #expect(mean * 2 < 1800 / perHour, "\(mean) s with \(perHour) requests an hour")
  }

  /// The two clocks run at different speeds, so that no wait can use the feed's own time.
  @Test(arguments: [10.0, 60])
  func aReplayIsSeenSoonerThanWithATimer(speed: Double) {
    let real = Self.run(lag: 13, mode: .init())
    let replay = Self.run(lag: 13, speed: speed, mode: .init(speed: speed))
    #expect(replay.perHour < real.perHour * 1.2)
    #expect(replay.mean * 1.5 < 1800 / replay.perHour, "\(replay.mean) s with \(replay.perHour) requests an hour")
  }
}
