import FoundationEssentials
import GRDB
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Messages that are sent after a night of quiet hours. Sample events are logged at 03:00 UTC; quiet hours end at
/// 08:00.
@Suite(.timeLimit(.minutes(2))) struct QuietDigestTests {
  private let fixture: DeliveryFixture
  private let options: DeliveryOptions

  init() throws {
    fixture = try DeliveryFixture()
    options = DeliveryOptions(
      quiet: QuietHours(from: 0, to: 8 * 60, zone: .utc))
  }

  private static let night: Duration = .seconds(5 * 3600)

  private func log(_ revision: Int, _ name: String, game: Int = 1, age: Duration = .zero) async throws {
    var event = SampleEvents.event(name, game: game)
    (event.data.revision, event.data.feedAt) = (revision, event.time + age)
    try await append([event], game)
  }

  private func append(_ events: [Event], _ game: Int) async throws {
    let entries = events.map { LogEntry(event: $0, sinks: ["chat"], correctionSinks: ["chat"]) }
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: game), state: [], isOver: false)
    try await fixture.log.append(LogAppend(checkpoint: checkpoint, events: entries), at: fixture.now())
  }

  private func deliver(_ sink: ChatSink, messages: Int, options: DeliveryOptions? = nil) async throws -> [String] {
    try await fixture.during(fixture.worker(for: sink, options: options ?? self.options).run) {
      await sink.whenSent(messages)
      try await fixture.whenSettled("chat")
    }
    return sink.texts
  }

  /// More facts than one page of any query holds.
  @Test func aNightOfManyGamesIsOneDigest() async throws {
    for game in 1...5 { try await append((0..<150).map { SampleEvents.event("p\($0)", game: game) }, game) }
    fixture.clock.advance(by: Self.night)
    let texts = try await deliver(ChatSink(), messages: 1)
    #expect(texts.count == 1)
    #expect(texts.first?.split(separator: ", ").count == 750)
  }

  /// A play from before the night is corrected in the night: its message is edited, and the digest stays whole.
  @Test func aPlayThatWasSentBeforeIsEditedAndNotInTheDigest() async throws {
    try await log(1, "a")
    let sink = ChatSink()
    _ = try await deliver(sink, messages: 1, options: DeliveryOptions())
    try await log(1, "b", game: 2)
    try await log(2, "a")
    try await log(1, "c")
    try await log(1, "d", game: 2)
    fixture.clock.advance(by: Self.night)
    let texts = try await deliver(sink, messages: 3)
    #expect(Set(texts.dropFirst()) == ["edit m1: 1/a@2", "digest 2/b@1, 1/c@1, 2/d@1"])
    #expect(texts.count == 3)
  }

  /// Two games have threads. In the night a play of each is corrected; one of the plays was only in a digest.
  @Test func aCorrectionOfTheNightStaysInTheThreadOfItsGame() async throws {
    let sink = ChatSink { text, number in
      text.hasPrefix("digest") || text.hasPrefix("edit")
        ? .accepted(Receipt()) : .accepted(Receipt(handle: .init(rawValue: "m\(number)")))
    }
    for game in 1...2 { try await log(1, "a", game: game) }
    _ = try await deliver(sink, messages: 2, options: DeliveryOptions())
    try await log(1, "b", game: 2)
    fixture.clock.advance(by: Self.night)
    _ = try await deliver(sink, messages: 3)
    fixture.clock.advance(by: .seconds(19 * 3600))
    try await log(2, "a")
    try await log(2, "b", game: 2)
    fixture.clock.advance(by: Self.night)
    _ = try await deliver(sink, messages: 5)
    let threads = try await fixture.log.pool.read { database in
      try String.fetchAll(database, sql: "SELECT lane || ' ' || thread FROM message WHERE thread IS NOT NULL")
    }
    #expect(Set(sink.texts.suffix(2)) == ["edit m1: 1/a@2", "correction 2/b@2"])
    #expect(threads == ["mlb/2 m2"])
  }

  /// The play was seen at once and its scoring changed an hour later, both in the night.
  @Test func aPlayThatIsCorrectedInTheNightIsInTheDigest() async throws {
    try await log(1, "a")
    try await log(2, "a", age: .seconds(3600))
    fixture.clock.advance(by: Self.night)
    #expect(try await deliver(ChatSink(), messages: 1) == ["digest 1/a@2"])
  }

  /// The receiver fails from twenty seconds before quiet hours. The second fact could not be tried within its time.
  @Test(arguments: [false, true]) func aFactFromJustBeforeTheNightIsSentAfterIt(failsAtFirst: Bool) async throws {
    let quiet = QuietHours(from: 3 * 60 + 1, to: 8 * 60, zone: .utc)
    let options = DeliveryOptions(expires: .seconds(45), quiet: quiet)
    fixture.clock.advance(by: .seconds(40))
    try await log(1, "a")
    try await log(1, "b")
    let sink = ChatSink { _, number in
      failsAtFirst && number == 1 ? .tryAgain(.init(cause: .status(503), text: "503")) : .accepted(Receipt())
    }
    if failsAtFirst {
      try await fixture.during(fixture.worker(for: sink, options: options).run) {
        await sink.whenSent(1)
        while try fixture.attempts(sink: "chat") != 1 { try await fixture.next() }
      }
    }
    fixture.clock.advance(by: Self.night)
    _ = try await deliver(sink, messages: failsAtFirst ? 3 : 2, options: options)
    #expect(try await fixture.sequences(.dead, "chat").isEmpty)
    #expect(sink.texts.suffix(2) == ["news 1/a@1", "news 1/b@1"])
  }

  /// The sink changes to one without digests while a digest waits.
  @Test(arguments: [SinkTraits(audience: .program), SinkTraits(audience: .people, canEdit: true, isScoreboard: true)])
  func aDigestIsSplitForASinkWithoutDigests(traits: SinkTraits) async throws {
    for game in 1...2 { for name in ["a", "b"] { try await log(1, name, game: game) } }
    fixture.clock.advance(by: Self.night)
    let failing = ChatSink { _, _ in .tryAgain(.init(cause: .status(503), text: "503")) }
    try await fixture.during(fixture.worker(for: failing, options: options).run) {
      await failing.whenSent(1)
      while try fixture.attempts(sink: "chat") != 1 { try await fixture.next() }
    }
    let other = ChatSink(traits: traits)
    try await fixture.during(fixture.worker(for: other, options: options, address: "there").run) {
      try await fixture.whenSettled("chat")
    }
    #expect(try await fixture.sequences(.delivered, "chat") == [1, 2, 3, 4])
    let boards: Set = ["board 1/b@1, 1/a@1", "board 2/b@1, 2/a@1"]
    if traits.isScoreboard { #expect(Set(other.texts) == boards) } else { #expect(other.texts.count == 4) }
  }

  /// One event of the night was written by another version of livegamed.
  @Test func onlyTheUnreadableEventIsGivenUp() async throws {
    try await log(1, "a")
    try await log(1, "b")
    try await log(1, "c")
    try await fixture.log.pool.write { try $0.execute(sql: "UPDATE event SET line = x'00' WHERE sequence = 2") }
    fixture.clock.advance(by: Self.night)
    #expect(try await deliver(ChatSink(), messages: 1) == ["digest 1/a@1, 1/c@1"])
    #expect(try await fixture.sequences(.dead, "chat") == [2])
  }
}
