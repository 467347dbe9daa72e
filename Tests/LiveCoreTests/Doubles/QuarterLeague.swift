import Foundation

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

extension LeagueID {
  static let quarters = LeagueID(rawValue: "quarters")
}

/// The members that only `QuarterLeague` has: period and clock instead of innings and outs.
struct QuarterMembers: Equatable, Codable, Sendable {
  struct Period: Equatable, Codable, Sendable {
    var number: Int
    /// Time left, such as `11:58`.
    var clock: String
  }

  var period: Period?
  /// Points of a basket, and the player.
  var points: Int?
  var shooter: Person?
}

/// The source of a league with four periods and a clock.
///
/// A schedule has lines such as `7 live EST WST`. A feed has one play per line, `2 4:31 12-9 3 Ada Long`, which are
/// period, clock, score, points and shooter; `end` ends the game.
struct QuarterLeague: League {
  struct Play: Equatable, Sendable {
    var members: QuarterMembers
    var score: Score
  }

  struct Feed: Sendable {
    var plays: [Play]
    var isOver: Bool
  }

  /// The text of each logged play, and whether the start and the end are logged.
  struct State: Codable, Sendable {
    var plays: [String] = []
    var revisions: [Int] = []
    var hasEnded = false
  }

  struct LineDecoder: FeedDecoder {
    private var bytes: [UInt8] = []

    mutating func feed(_ chunk: Span<UInt8>) throws(DecodeFault) {
      for index in chunk.indices { bytes.append(chunk[index]) }
    }

    func finish() throws(DecodeFault) -> Feed {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      return Feed(plays: lines.compactMap(Play.init(line:)), isOver: lines.last == "end")
    }
  }

  var baseURL: String
  var id = LeagueID.quarters
  var teamsAndPlayers: (any TeamsAndPlayers)? = nil

  func scheduleRequest(from first: CivilDate, to last: CivilDate) -> HTTPRequest {
    HTTPRequest(url: "\(baseURL)/schedule")
  }

  func scoreboardRequest(on date: CivilDate) -> HTTPRequest { HTTPRequest(url: "\(baseURL)/schedule") }

  func scoreboard(in schedule: [UInt8], on date: CivilDate) throws -> DateScoreboard {
    DateScoreboard(
      date: "\(date)",
      games: try games(in: schedule).games.map { ScoreboardGame($0.summary, state: $0.status.phase.rawValue) })
  }

  func games(in schedule: [UInt8]) throws -> ScheduleAnswer {
    let rows = String(decoding: schedule, as: UTF8.self).split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      let phase = GameStatus.Phase(rawValue: words[1]) ?? .scheduled
      return ScheduledGame(
        game: GameID(league: id, gamePk: Int(words[0]) ?? 0),
        status: GameStatus(phase: phase, isUnderway: phase == .live || phase == .final),
        start: WallClock.now(),
        clubs: Sides(away: .init(abbreviation: words[2]), home: .init(abbreviation: words[3])))
    }
    return ScheduleAnswer(games: rows)
  }

  func feedRequest(of game: GameID) -> HTTPRequest { HTTPRequest(url: "\(baseURL)/feed/\(game.gamePk)") }

  func decoder() -> LineDecoder { LineDecoder() }

  func beginning(_ baseline: Baseline, scheduledStart: Timestamp?) -> State { State() }

  func rebuilding(_ game: GameID, from events: [Event]) -> State { State() }

  func resumed(_ state: State, monotonic: Timestamp) -> State { state }

  func track(
    _ state: State, _ snapshot: Feed, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<State> {
    var (next, events) = (state, [Event]())
    for (index, play) in snapshot.plays.enumerated() {
      if index == next.plays.count {
        next.plays.append("\(play)")
        next.revisions.append(0)
      } else if next.plays[index] == "\(play)" {
        continue
      }
      next.plays[index] = "\(play)"
      next.revisions[index] += 1
      events.append(event(play, number: index + 1, revision: next.revisions[index], of: game, at: observedAt))
    }
    if snapshot.isOver, !next.hasEnded, let last = snapshot.plays.last {
      next.hasEnded = true
      events.append(final(last, of: game, at: observedAt))
    }
    return Tracked(state: next, events: events, isOver: next.hasEnded, isFinal: next.hasEnded)
  }

  func report(
    _ trouble: SourceTrouble?, reason: String?, _ state: State, of game: GameID, observedAt: Timestamp,
    monotonic: Timestamp
  ) -> Tracked<State> {
    Tracked(state: state, events: [], isOver: false)
  }

  func trouble(of state: State) -> SourceTrouble? { nil }

  func hasBegun(_ state: State) -> Bool { !state.plays.isEmpty }

  func revision(of state: State) -> Timestamp? { nil }

  func summary(of snapshot: Feed, observedAt: Timestamp) -> GameSummary {
    var summary = GameSummary(
      league: id,
      game: .init(
        id: 7, status: snapshot.isOver ? .final : .live, away: .init(abbreviation: "EST"),
        home: .init(abbreviation: "WST")),
      score: snapshot.plays.last?.score, observedAt: observedAt)
    summary.members = LeagueMembers(QuarterMembers(period: snapshot.plays.last?.members.period))
    return summary
  }

  func pulse(of snapshot: Feed, _ state: State) -> PollHints {
    let count = snapshot.plays.count
    return PollHints(
      phase: snapshot.isOver ? .final : .live, revision: Timestamp(seconds: Int64(count)),
      situation: .between(results: count))
  }

  private func event(_ play: Play, number: Int, revision: Int, of game: GameID, at now: Timestamp) -> Event {
    let shooter = play.members.shooter.map(\.name) ?? ""
    return Event(
      type: .play, time: now,
      data: EventData(
        fact: Fact(rawValue: "\(game)/\(play.members.period?.number ?? 0)/shot/\(number)"), revision: revision,
        change: revision == 1 ? .new : .corrected, league: id, game: Self.game(.live, game), score: play.score,
        importance: 2, tags: [.scoring, .basket],
        summary: "\(revision > 1 ? "Corrected: " : "")\(shooter) makes \(play.members.points ?? 0).", observedAt: now,
        feedAt: now, members: LeagueMembers(play.members)))
  }

  private func final(_ last: Play, of game: GameID, at now: Timestamp) -> Event {
    Event(
      type: .status, time: now,
      data: EventData(
        fact: Fact(rawValue: "\(game)/status/final/1"), revision: 1, change: .new, league: id,
        game: Self.game(.final, game),
        score: last.score, importance: 4, tags: [.final],
        summary: "Final: EST \(last.score.away), WST \(last.score.home)", observedAt: now, feedAt: now,
        members: LeagueMembers(QuarterMembers(period: last.members.period))))
  }

  static func game(_ status: GameStatus.Phase, _ game: GameID) -> EventGame {
    EventGame(
      id: game.gamePk, date: "2026-11-23", number: 1, type: "season", status: status,
      away: Team(id: 1, abbreviation: "EST", name: "Eastern Owls"),
      home: Team(id: 2, abbreviation: "WST", name: "Western Larks"))
  }
}

extension QuarterLeague.Play {
  /// Parses a line such as `2 4:31 12-9 3 Ada Long`.
  init?(line: String) {
    let words = line.split(separator: " ", maxSplits: 4).map(String.init)
    guard words.count == 5, let period = Int(words[0]) else { return nil }
    let points = words[2].split(separator: "-").compactMap { Int($0) }
    members = QuarterMembers(
      period: .init(number: period, clock: words[1]), points: Int(words[3]), shooter: Person(id: 30, name: words[4]))
    score = Score(away: points[0], home: points[1])
  }
}

extension Tag {
  static let basket = Tag("basket")
}

/// Clubs, tags and words of `QuarterLeague`.
struct QuarterDescription: LeagueDescription {
  let id = LeagueID.quarters
  let clubs = [Club("EST", "Eastern Owls", or: "OWL", colour: 0x112233), Club("WST", "Western Larks", or: "BOS")]
  let tags = [Tag.basket]
  let emoji: String? = "basketball"

  var sample: Event {
    let game = GameID(league: id, gamePk: 1)
    let members = QuarterMembers(period: .init(number: 1, clock: "12:00"), points: 2, shooter: Person(id: 1, name: "A"))
    return Event(
      type: .play, time: Timestamp(seconds: 0),
      data: EventData(
        fact: Fact(rawValue: "\(game)/1/shot/1"), revision: 1, change: .new, league: id,
        game: QuarterLeague.game(.live, game),
        importance: 2, tags: [.basket], summary: "A makes 2.", observedAt: Timestamp(seconds: 0),
        feedAt: Timestamp(seconds: 0), members: LeagueMembers(members)))
  }

  func period(of data: EventData) -> Int? { members(of: data).period?.number }

  func members(inPeriod number: Int, batting: Side?) -> LeagueMembers {
    LeagueMembers(QuarterMembers(period: .init(number: number, clock: "12:00")))
  }

  func people(in data: EventData) -> [Person] { [members(of: data).shooter].compactMap(\.self) }

  func place(of event: Event) -> String? {
    members(of: event.data).period.map { "Q\($0.number) \($0.clock)" }
  }

  func harmlessMembers(of event: Event) -> LeagueMembers {
    LeagueMembers(QuarterMembers(period: members(of: event.data).period))
  }

  private func members(of data: EventData) -> QuarterMembers { data.members.decoded() ?? QuarterMembers() }
}
