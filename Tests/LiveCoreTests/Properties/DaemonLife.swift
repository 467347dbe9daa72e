@testable import LiveCore
@testable import LiveModel

/// The runs of a daemon over a season: when it is up, and how wrong the wall clock is.
struct DaemonLife {
  /// One run of the daemon, from its start to its end, in seconds since 1970.
  struct Run {
    var start: Double
    var end: Double
    /// How far the wall clock is ahead at the start of the run, and from a later second on, in seconds.
    var clock: (first: Double, then: Double, from: Double)

    /// Returns the clock of the run, which starts at the wall clock and runs evenly.
    func monotonic(at time: Double) -> Timestamp { Timestamp(milliseconds: Int64((time + clock.first) * 1000)) }

    func wall(at time: Double) -> Timestamp {
      let error = time < clock.from ? clock.first : clock.then
      return Timestamp(milliseconds: Int64((time + error) * 1000))
    }
  }

  /// All runs in order; the last one has no end.
  private(set) var runs: [Run] = []
  private static let errors: [Double] = [0, 0, 0, 0, 7200, -7200, 40 * 86_400, -40 * 86_400]

  init(seed: UInt64, from start: Double, days: Double) {
    var dice = SplitMix(seed: seed)
    func seconds(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + Double(dice.next() % 1_000_000) / 1_000_000 * (range.upperBound - range.lowerBound)
    }
    func error() -> Double { Self.errors[Int(dice.next() % UInt64(Self.errors.count))] }
    var time = start - 86_400
    while time < start + days * 86_400 {
      let length = dice.next() % 4 == 0 ? seconds(1200...10_000) : seconds(10_000...400_000)
      let first = error()
      let clock = (first, dice.next() % 3 == 0 ? error() : first, time + seconds(0...length))
      runs.append(Run(start: time, end: time + length, clock: clock))
      switch dice.next() % 100 {
      case ..<80: time += length + seconds(1...60)
      case ..<94: time += length + seconds(60...20_000)
      case ..<98: time += length + 3 * 86_400
      default: time += length + 20 * 86_400
      }
    }
    runs.append(Run(start: time, end: .infinity, clock: (0, 0, .infinity)))
  }

  /// Returns the second itself if the daemon is up, else its next start.
  func up(after time: Double) -> Double {
    runs.first { time < $0.end }.map { max($0.start, time) } ?? time
  }
}
