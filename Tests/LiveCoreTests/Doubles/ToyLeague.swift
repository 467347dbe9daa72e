@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// A league whose feed is a list of words. A full stop ends the game; `tbd` as the last word means that it has not
/// begun.
struct ToyLeague: League {
  struct Words: Sendable {
    var words: [String]
    var isOver: Bool
  }

  struct WordDecoder: FeedDecoder {
    private var text: [UInt8] = []

    mutating func feed(_ chunk: Span<UInt8>) throws(DecodeFault) {
      for index in chunk.indices { text.append(chunk[index]) }
    }

    func finish() throws(DecodeFault) -> Words {
      let text = String(decoding: text, as: UTF8.self)
      guard !text.isEmpty else { throw DecodeFault(kind: .truncated, offset: 0, path: "", message: "no words") }
      return Words(words: text.filter { $0 != "." }.split(separator: " ").map(String.init), isOver: text.hasSuffix("."))
    }
  }

  let id = LeagueID(rawValue: "toy")

  static func game(_ number: Int) -> GameID { GameID(league: LeagueID(rawValue: "toy"), gamePk: number) }

  func scheduleRequest(from first: CivilDate, to last: CivilDate) -> HTTPRequest { HTTPRequest(url: "toy:schedule") }

  func scoreboardRequest(on date: CivilDate) -> HTTPRequest { HTTPRequest(url: "toy:schedule") }

  func scoreboard(in schedule: [UInt8], on date: CivilDate) throws -> DateScoreboard {
    DateScoreboard(
      date: "\(date)",
      games: try games(in: schedule).games.map { ScoreboardGame($0.summary, state: $0.status.phase.rawValue) })
  }

  /// Parses lines such as `1 S` or `1 S BOS NYY`: number, status code and teams.
  func games(in schedule: [UInt8]) throws -> ScheduleAnswer {
    let games = String(decoding: schedule, as: UTF8.self).split(separator: "\n").map { line -> ScheduledGame in
      let parts = line.split(separator: " ")
      let status = MLBStatus(
        codedGameState: String(parts[1]), statusCode: String(parts[1]), detailedState: "", reason: nil
      ).status
      var game = ScheduledGame(game: Self.game(Int(parts[0]) ?? 0), status: status, start: ToyTransport.start)
      guard parts.count > 3 else { return game }
      game.clubs.away.abbreviation = String(parts[2])
      game.clubs.home.abbreviation = String(parts[3])
      return game
    }
    return ScheduleAnswer(games: games)
  }

  func feedRequest(of game: GameID) -> HTTPRequest { HTTPRequest(url: "toy:feed/\(game.gamePk)") }

  func decoder() -> WordDecoder { WordDecoder() }

  func beginning(_ baseline: Baseline, scheduledStart: Timestamp?) -> Int { baseline == .silent ? -1 : 0 }

  func resumed(_ state: Int, monotonic: Timestamp) -> Int { state }

  func rebuilding(_ game: GameID, from events: [Event]) -> Int { events.count }

  /// Reports new words. The state is the number of reported words; -1 before a silent baseline.
  func track(
    _ state: Int, _ snapshot: Words, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<Int> {
    let known = state < 0 ? snapshot.words.count : state
    let news = snapshot.words.enumerated().dropFirst(known).map { event($0.element, number: $0.offset, observedAt) }
    return Tracked(
      state: max(known, snapshot.words.count), events: news, refusal: nil, isOver: snapshot.isOver)
  }

  func report(
    _ trouble: SourceTrouble?, reason: String?, _ state: Int, of game: GameID, observedAt: Timestamp,
    monotonic: Timestamp
  ) -> Tracked<Int> {
    Tracked(state: state, events: [], refusal: nil, isOver: false)
  }

  func trouble(of state: Int) -> SourceTrouble? { nil }

  func revision(of state: Int) -> Timestamp? { nil }

  func summary(of snapshot: Words, observedAt: Timestamp) -> GameSummary {
    let game = GameSummary.Game(id: 1, status: snapshot.isOver ? .final : .live)
    return GameSummary(league: id, game: game, observedAt: observedAt)
  }

  func hasBegun(_ state: Int) -> Bool { state > 0 }

  func pulse(of snapshot: Words, _ state: Int) -> PollHints {
    let count = snapshot.words.count
    let phase = snapshot.words.last == "tbd" ? GameStatus.Phase.scheduled : .live
    return PollHints(phase: phase, revision: Timestamp(seconds: Int64(count)), situation: .between(results: count))
  }

  private func event(_ word: String, number: Int, _ now: Timestamp) -> Event {
    let team = Team(id: 1, abbreviation: "TOY", name: "Toys")
    return Event(
      type: .status, time: now,
      data: EventData(
        fact: Fact(rawValue: "toy/1/\(number)"), revision: 1, change: .new, league: id,
        game: EventGame(id: 1, date: "2024-07-12", number: 1, type: "R", status: .live, away: team, home: team),
        importance: 1, tags: [], summary: word, observedAt: now, feedAt: now))
  }
}

/// Scripted answers for the toy league: the first schedule once, then the second; the feeds in order, then always the
/// last. `!500` and `!404` are statuses, `!throw` is a network fault.
final class ToyTransport: HTTPTransport {
  static let start = Timestamp(seconds: 1_780_000_000)

  private struct Script {
    var schedules: [String] = []
    var feeds: [String] = []
    var game: GameID?
  }

  private let script = Locked(Script())

  /// With `game`, the feeds of all other games answer 404.
  func script(schedule first: String, then second: String, feed: [String], of game: GameID? = nil) {
    script.withLock { $0 = Script(schedules: [first, second], feeds: feed, game: game) }
  }

  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    let text = script.withLock { script in
      if request.url == "toy:schedule" { return Self.next(&script.schedules) }
      if let game = script.game, request.url != "toy:feed/\(game.gamePk)" { return "!404" }
      return Self.next(&script.feeds)
    }
    if text == "!404" { return HTTPResponseHead(status: 404) }
    if text == "!throw" { throw HTTPFault(kind: .refused, description: "connection refused") }
    let head = HTTPResponseHead(status: text == "!500" ? 500 : 200)
    let bytes = Array(text.utf8)
    if !bytes.isEmpty { try body(head, bytes.span) }
    return head
  }

  private static func next(_ list: inout [String]) -> String { list.count > 1 ? list.removeFirst() : list.first ?? "" }
}
