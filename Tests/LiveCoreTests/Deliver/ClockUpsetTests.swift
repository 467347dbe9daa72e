import Foundation
import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Whole games through the real delivery while the wall clock steps, drifts, or stops with the machine.
@Suite(.timeLimit(.minutes(30))) struct ClockUpsetTests {
  private static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }

  private enum ClockFault: CaseIterable {
    case hoursBack, hoursAhead, daysBack, daysAhead, sleep, restart, restartAhead, restartBack, off, offAhead

    func happen(on fixture: ClockFixture) throws {
      switch self {
      case .hoursBack: fixture.step(hours(-2))
      case .hoursAhead: fixture.step(hours(2))
      case .daysBack, .restartBack: fixture.step(hours(-960))
      case .daysAhead, .restartAhead: fixture.step(hours(960))
      case .sleep: fixture.step(hours(8))
      // A hardware clock in local time, on a machine that was off for a night.
      case .offAhead: fixture.step(hours(14))
      case .restart, .off: break
      }
      switch self {
      case .restart, .restartAhead, .restartBack: try fixture.restart()
      case .off, .offAhead: try fixture.restart(anew: true)
      default: break
      }
    }

    var endsTheDaemon: Bool { [.restart, .restartAhead, .restartBack, .off, .offAhead].contains(self) }
  }

  /// One sink of each kind: a program, one with a delay, one that fails, a chat with a delay, a chat with quiet
  /// hours.
  private struct Sinks {
    static let names = ["hook", "later", "flaky", "chat", "night", "nightly"]
    let hook = ChatSink("hook", traits: SinkTraits(audience: .program))
    let later = ChatSink("later", traits: SinkTraits(audience: .program))
    let flaky = ChatSink("flaky", traits: SinkTraits(audience: .program)) { _, number in
      number.isMultiple(of: 3) ? .tryAgain(.init(cause: .status(503), text: "503")) : .accepted(Receipt())
    }
    let chat = ChatSink("chat")
    let night = ChatSink("night")
    let nightly = ChatSink("nightly", traits: SinkTraits(audience: .program))
    let quiet: QuietHours

    init() throws {
      quiet = QuietHours(from: 23 * 60, to: 8 * 60, zone: try #require(LocalZone(identifier: "Europe/Berlin")))
    }

    func workers(_ fixture: ClockFixture) -> [SinkWorker<ManualClock>] {
      [
        fixture.worker(for: hook), fixture.worker(for: later, options: DeliveryOptions(delay: .seconds(30))),
        fixture.worker(for: flaky),
        fixture.worker(for: chat, options: DeliveryOptions(delay: .seconds(35), group: .seconds(5))),
        fixture.worker(for: night, options: DeliveryOptions(quiet: quiet)),
        fixture.worker(for: nightly, options: DeliveryOptions(quiet: quiet)),
      ]
    }
  }

  /// One game that is played while the clock misbehaves.
  private struct Evening {
    let game: SimulatedGame
    let fixture: ClockFixture
    let sinks: Sinks
    var polled: PolledGame
    var dice: SplitMix
    var rest: [Double]
    var logged = 0

    init(seed: UInt64, start: Timestamp) throws {
      game = SimulatedGame(seed: seed)
      (fixture, sinks, dice) = (try ClockFixture(start: start), try Sinks(), SplitMix(seed: seed))
      polled = PolledGame(game, seed: seed)
      let moments = game.moments
      rest = stride(from: 0, to: moments.count, by: max(1, moments.count / 60)).map { moments[$0] }
      rest += PolledGame.lastLooks(at: game)
    }

    /// Runs until the daemon stops, or until the game is over and everything is delivered. Returns the next clockFault.
    mutating func run(_ workers: [SinkWorker<ManualClock>]) async throws -> ClockFault? {
      var clockFault: ClockFault?
      while !rest.isEmpty, clockFault == nil {
        try await poll()
        for _ in 0..<3 { try await fixture.pass(.seconds(5), workers) }
        guard dice.next() % 5 == 0, let next = ClockFault.allCases.randomElement(using: &dice) else { continue }
        if next.endsTheDaemon { clockFault = next } else { try next.happen(on: fixture) }
      }
      // Quiet hours may come before the end.
      for _ in 0..<150 where clockFault == nil { try await fixture.pass(.seconds(600), workers) }
      return clockFault
    }

    private mutating func poll() async throws {
      try polled.poll([rest.removeFirst()], answer: game.feed(at:))
      let entries = polled.events.dropFirst(logged).map {
        LogEntry(event: $0, sinks: Sinks.names, correctionSinks: Sinks.names)
      }
      logged = polled.events.count
      let id = GameID(league: .mlb, gamePk: game.gamePk)
      let checkpoint = Checkpoint(game: id, state: [], isOver: false)
      try await fixture.log.append(LogAppend(checkpoint: checkpoint, events: entries), at: fixture.wall())
    }
  }

  /// The start 2026-10-24T20:00Z is the evening before the clock in Berlin goes back, 2026-03-28 before it goes
  /// forward.
  @Test(arguments: 1...UInt64(3), ["2026-07-10T20:30:00Z", "2026-10-24T20:30:00Z", "2026-03-28T21:30:00Z"])
  func nothingIsLostRepeatedOrExpired(seed: UInt64, start: String) async throws {
    var evening = try Evening(seed: seed, start: try #require(Timestamp(rfc3339: start)))
    repeat {
      let clockFault = try await withThrowingTaskGroup(of: Void.self) { group in
        let workers = evening.sinks.workers(evening.fixture)
        for worker in workers { group.addTask { await worker.run() } }
        let clockFault = try await evening.run(workers)
        group.cancelAll()
        return clockFault
      }
      guard let clockFault else { break }
      try clockFault.happen(on: evening.fixture)
    } while true
    try await check(evening)
  }

  private func check(_ evening: Evening) async throws {
    let (fixture, sinks, events) = (evening.fixture, evening.sinks, evening.polled.events)
    for name in Sinks.names {
      #expect(try await fixture.count(.dead, of: name) == 0, "\(name) has dead letters")
      #expect(try await fixture.count(.waiting, of: name) == 0, "\(name) has not been delivered")
    }
    #expect(try fixture.log.extent() == .init(oldest: 1, newest: events.count))
    let delivered = try sinks.hook.texts.map { try CloudEvent(line: Array($0.utf8)).event.id }
    #expect(delivered == events.map(\.id))
    for name in ["flaky"] { #expect(try await fixture.count(.delivered, of: name) == events.count) }
    for sink in [sinks.later, sinks.nightly] {
      #expect(Set(sink.texts).count == sink.texts.count, "\(sink.name) was delivered something twice")
      let lacking = Self.kept(events).subtracting(sink.texts.map(Self.fact))
      #expect(lacking.isEmpty, "\(sink.name) lacks a fact")
    }
  }

  /// Returns `900001/1-top/pa/1/0` for `news 900001/1-top/pa/1/0@2`.
  private static func fact(_ text: String) -> String {
    text.replacing("news ", with: "").replacing(" gone", with: "").split(separator: "@").first.map(String.init) ?? ""
  }

  private static func kept(_ events: [Event]) -> Set<String> {
    let newest = Dictionary(events.map { ($0.data.fact, $0) }) { $1 }
    return Set(newest.values.filter { !$0.data.retracted }.map { SampleEvents.label($0.data.fact) })
  }
}
