import FoundationEssentials
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct QuietHoursTests {
  private static func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

  /// Berlin is one hour ahead of UTC in winter and two in summer; the clock changes on 2026-03-29 and 2026-10-25.
  @Test(arguments: [
    ("2026-01-10T21:59:59Z", nil), ("2026-01-10T22:00:00Z", "2026-01-11T07:00:00Z"),
    ("2026-01-11T06:59:59Z", "2026-01-11T07:00:00Z"), ("2026-01-11T07:00:00Z", nil),
    ("2026-07-10T20:59:00Z", nil), ("2026-07-10T21:30:30Z", "2026-07-11T06:00:00Z"),
    ("2026-03-28T23:00:00Z", "2026-03-29T06:00:00Z"), ("2026-10-24T22:00:00Z", "2026-10-25T07:00:00Z"),
  ])
  func endsByTheLocalClock(_ now: String, _ end: String?) throws {
    let berlin = try #require(LocalZone(identifier: "Europe/Berlin"))
    let quiet = QuietHours(from: 23 * 60, to: 8 * 60, zone: berlin)
    #expect(quiet.end(at: try Self.instant(now)) == (try end.map(Self.instant)))
  }

  @Test(arguments: [("2026-01-10T12:59:59Z", nil), ("2026-01-10T13:00:00Z", "2026-01-10T14:30:00Z")])
  func mayBeginAndEndOnTheSameDay(_ now: String, _ end: String?) throws {
    let quiet = QuietHours(from: 13 * 60, to: 14 * 60 + 30, zone: .utc)
    #expect(quiet.end(at: try Self.instant(now)) == (try end.map(Self.instant)))
  }

  /// Sample events are logged at 03:00 UTC.
  @Test func factsOfQuietHoursAreSentAsOneDigestAfterwards() async throws {
    let fixture = try DeliveryFixture()
    let sink = ChatSink()
    let quiet = QuietHours(from: 0, to: 8 * 60, zone: .utc)
    try await fixture.storage.append("a", "b", game: 1, sinks: ["chat"])
    try await fixture.storage.append("x", game: 2, sinks: ["chat"])
    try await fixture.during(fixture.worker(for: sink, options: DeliveryOptions(delay: .seconds(30), quiet: quiet)).run)
    {
      await fixture.pass(.seconds(60))
      try await fixture.storage.append("y", game: 2, sinks: ["chat"], at: fixture.now())
      #expect(sink.texts.isEmpty)
      await fixture.pass(.seconds(5 * 3600))
      await sink.whenSent(1)
      try await fixture.whenSettled("chat")
    }
    #expect(sink.texts == ["digest 1/a@1, 1/b@1, 2/x@1, 2/y@1"])
  }

  private enum Night: CaseIterable {
    case clockSet, restartWithClockSet, powerCut
  }

  /// Quiet hours end at eight. At 03:30 the machine sleeps until 08:30, or the clock is set to 08:30, or the power
  /// fails. By the calendar, neither the fact nor its deadline is then in quiet hours.
  @Test(arguments: [SinkAudience.people, .program], Night.allCases)
  private func aFactOfQuietHoursDoesNotExpire(audience: SinkAudience, night: Night) async throws {
    let fixture = try ClockFixture()
    let sink = ChatSink("chat", traits: SinkTraits(audience: audience))
    let quiet = QuietHours(from: 0, to: 8 * 60, zone: .utc)
    let options = DeliveryOptions(quiet: quiet)
    try await fixture.append("a", sinks: ["chat"])
    var worker = fixture.worker(for: sink, options: options)
    try await fixture.during(worker) {
      await fixture.clock.whenSleeping()
      try await fixture.pass(.seconds(1800), [worker])
      #expect(sink.texts.isEmpty)
      await fixture.clock.whenSleeping()
      fixture.step(.seconds(5 * 3600))
      if night == .clockSet { try await fixture.pass(.seconds(120), [worker]) }
    }
    if night != .clockSet {
      try fixture.restart(anew: night == .powerCut)
      worker = fixture.worker(for: sink, options: options)
      try await fixture.during(worker) { try await fixture.pass(.seconds(120), [worker]) }
    }
    #expect(sink.texts == [audience == .people ? "digest 1/a@1" : "news 1/a@1"])
    #expect(try await fixture.count(.dead, of: "chat") == 0)
  }

  /// The receiver fails on the digest only and accepts everything else.
  @Test func aFailingDigestDelaysOnlyItsOwnFacts() async throws {
    let fixture = try DeliveryFixture()
    let isRepaired = Locked(false)
    let sink = ChatSink { text, number in
      text.hasPrefix("digest") && !isRepaired.withLock { $0 }
        ? .tryAgain(.init(cause: .status(500), text: "500")) : .accepted(Receipt(handle: .init(rawValue: "m\(number)")))
    }
    let quiet = QuietHours(from: 0, to: 8 * 60, zone: .utc)
    try await fixture.storage.append("a", game: 1, sinks: ["chat"])
    fixture.clock.advance(by: .seconds(5 * 3600))
    try await fixture.during(fixture.worker(for: sink, options: DeliveryOptions(quiet: quiet)).run) {
      await sink.whenSent(1)
      var next = SampleEvents.event("a")
      next.data.revision = 2
      try await fixture.storage.append(next, sinks: ["chat"], at: fixture.now())
      try await fixture.storage.append("b", "c", game: 1, sinks: ["chat"], at: fixture.now())
      try await fixture.storage.append("x", game: 2, tags: [.final], sinks: ["chat"], at: fixture.now())
      while try await fixture.waiting(sink: "chat") != [1, 2] {
        try Task.checkCancellation()
        await Task.yield()
      }
      isRepaired.withLock { $0 = true }
      await fixture.pass(.seconds(60))
      try await fixture.whenSettled("chat")
    }
    let live = sink.texts.filter { !$0.hasPrefix("digest") }
    #expect(live == ["news 1/b@1", "news in m2 1/c@1", "news 2/x@1", "correction 1/a@2"])
    #expect(sink.texts.filter { $0 == "digest 1/a@1" }.count == 2)
  }

  /// The fact was logged at 03:00; the daemon starts again at noon.
  @Test func aDaemonThatWasDownInTheMorningSendsTheDigestAtNoon() async throws {
    let fixture = try DeliveryFixture()
    let sink = ChatSink()
    let quiet = QuietHours(from: 0, to: 8 * 60, zone: .utc)
    try await fixture.storage.append("a", game: 1, sinks: ["chat"])
    fixture.clock.advance(by: .seconds(9 * 3600))
    try await fixture.during(fixture.worker(for: sink, options: DeliveryOptions(quiet: quiet)).run) {
      await sink.whenSent(1)
    }
    #expect(sink.texts == ["digest 1/a@1"])
  }
}
