import LiveCore
import Testing

@testable import LiveModel
@testable import LiveWeb

/// The facts that a viewer with a delay of 10 s may see.
@Suite struct DelayedFactsTests {
  private static let delay = Duration.seconds(10)

  /// A revision of a fact, observed so many seconds after the start.
  private struct Entry {
    var fact: String
    var at: Int64
    var change = EventChange.new
    var text: String
  }

  private static func log(_ entries: [Entry]) -> [SequencedEvent] {
    var revisions: [String: Int] = [:]
    return entries.enumerated().map { index, entry in
      revisions[entry.fact, default: 0] += 1
      let team = Team(id: 1, abbreviation: "AAA", name: "Team")
      let data = EventData(
        fact: Fact(rawValue: "mlb/1/\(entry.fact)"), revision: revisions[entry.fact] ?? 1, change: entry.change,
        league: LeagueID(rawValue: "mlb"),
        game: EventGame(id: 1, date: "2026-07-14", number: 1, type: "R", status: .live, away: team, home: team),
        importance: 1, tags: [], summary: entry.text, observedAt: Timestamp(seconds: entry.at),
        feedAt: Timestamp(seconds: entry.at))
      let event = Event(type: .play, time: Timestamp(seconds: entry.at), data: data)
      return SequencedEvent(event, sequence: index + 1, logged: data.observedAt)
    }
  }

  private static func seen(_ entries: [Entry], at now: Int64, delay: Duration = delay) -> DelayedFacts {
    DelayedFacts(log(entries), newest: 50, delay: delay, at: Timestamp(seconds: now))
  }

  private static func texts(_ entries: [Entry], at now: Int64) -> [String] {
    seen(entries, at: now).events.map(\.event.data.summary)
  }

  @Test func withoutADelayEverythingIsVisible() {
    let facts = Self.seen([Entry(fact: "a", at: 100, text: "A")], at: 0, delay: .zero)
    #expect(facts.events.count == 1 && facts.cursor == 50 && facts.nextChange == nil)
  }

  @Test func aFactBecomesVisibleAfterTheDelay() {
    let log = [Entry(fact: "a", at: 0, text: "A"), Entry(fact: "b", at: 3, text: "B")]
    #expect(Self.texts(log, at: 9) == [])
    #expect(Self.texts(log, at: 10) == ["A"])
    #expect(Self.texts(log, at: 13) == ["A", "B"])
  }

  @Test func theStreamResumesBeforeTheFirstFactThatWaits() {
    let log = [Entry(fact: "a", at: 0, text: "A"), Entry(fact: "b", at: 3, text: "B")]
    let facts = Self.seen(log, at: 11)
    #expect(facts.cursor == 1 && facts.nextChange == .seconds(2))
    let all = Self.seen(log, at: 13)
    #expect(all.cursor == 50 && all.nextChange == nil)
  }

  @Test func aPlayThatWasCorrectedMeanwhileIsShownCorrectedOnly() throws {
    let log = [
      Entry(fact: "a", at: 0, text: "Wrong"), Entry(fact: "a", at: 10, change: .corrected, text: "Corrected: Right"),
    ]
    let event = try #require(Self.seen(log, at: 10).events.first)
    #expect(Self.texts(log, at: 20) == ["Right"])
    #expect(event.event.data.change == .new && event.sequence == 1)
  }

  @Test func aLaterCorrectionHasADelayOfItsOwn() {
    let log = [
      Entry(fact: "a", at: 0, text: "Wrong"), Entry(fact: "a", at: 11, change: .corrected, text: "Right"),
    ]
    #expect(Self.texts(log, at: 20) == ["Wrong"])
    #expect(Self.texts(log, at: 21) == ["Wrong", "Right"])
  }

  @Test func aPlayThatWasRetractedMeanwhileIsNeverShown() {
    let log = [Entry(fact: "a", at: 0, text: "A"), Entry(fact: "a", at: 9, change: .retracted, text: "Taken back: A")]
    for now in Int64(0)...40 { #expect(Self.texts(log, at: now) == []) }
  }

  @Test func aLaterRetractionIsShown() {
    let log = [Entry(fact: "a", at: 0, text: "A"), Entry(fact: "a", at: 15, change: .retracted, text: "Taken back: A")]
    #expect(Self.texts(log, at: 24) == ["A"])
    #expect(Self.texts(log, at: 25) == ["A", "Taken back: A"])
  }

  @Test func aRetractedPlayThatComesBackIsNew() throws {
    let log = [
      Entry(fact: "a", at: 0, text: "A"), Entry(fact: "a", at: 5, change: .retracted, text: "Taken back: A"),
      Entry(fact: "a", at: 30, change: .corrected, text: "Corrected: B"),
    ]
    #expect(Self.texts(log, at: 39) == [])
    let event = try #require(Self.seen(log, at: 40).events.first)
    #expect(event.event.data.summary == "B" && event.event.data.change == .new && event.sequence == 3)
  }

  /// All histories of one fact with three revisions, against the rule in words.
  @Test func everyHistoryOfThreeRevisionsFollowsTheRule() {
    for second in Int64(0)...22 {
      for third in second...23 {
        for changes in [[EventChange.corrected, .corrected], [.retracted, .corrected], [.corrected, .retracted]] {
          let log = [
            Entry(fact: "a", at: 0, text: "1"), Entry(fact: "a", at: second, change: changes[0], text: "2"),
            Entry(fact: "a", at: third, change: changes[1], text: "3"),
          ]
          for now in Int64(0)...40 {
            #expect(Self.texts(log, at: now) == Self.expected(log, at: now), "\(second) \(third) \(changes) \(now)")
          }
        }
      }
    }
  }

  /// The texts that the rule allows: nothing before the turn of the first revision; then the newest revision of that
  /// turn, unless it is a retraction; then each revision after its own turn.
  private static func expected(_ log: [Entry], at now: Int64) -> [String] {
    var (rest, shown) = (log[...], [String]())
    while let first = rest.first, first.at + 10 <= now {
      let known = shown.isEmpty ? rest.prefix { $0.at <= first.at + 10 } : rest.prefix(1)
      rest = rest.dropFirst(known.count)
      guard let newest = known.last, !shown.isEmpty || newest.change != .retracted else { continue }
      shown.append(newest.text)
    }
    return shown
  }
}
