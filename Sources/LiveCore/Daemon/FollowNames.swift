internal import LiveModel
internal import LivePlatform

/// Finds the teams and players that people mean, and asks the leagues about players.
struct FollowNames<C: Clock<Duration>>: Sendable where C: Sendable {
  let leagues: [any League]
  let source: LookupSource<C>
  /// Returns the players in the log. Throws if they cannot be read.
  let players: @Sendable () async throws -> [Person]
  /// Returns the players of the season among whom one may have a name that the log does not have. Throws if no source
  /// answers; then only the players in the log are known.
  var season: @Sendable (_ name: String) async throws -> [PlayerListing] = { _ in [] }
  /// Returns a listed player as events have him; nil if his league does not find him there.
  var person: @Sendable (PlayerListing) async throws -> Person? = { Person(id: $0.id, name: $0.name) }

  /// The standings of players by id.
  struct Standings: Sendable {
    var players: [Int: PlayerStanding] = [:]
    /// The time at which the sources last confirmed them; nil if they never have.
    var confirmed: Timestamp?
    /// The reason why they are not newer, or missing; nil if they are fresh.
    var fault: Fault?
  }

  /// The most players that a league is asked about at a time: those of an address of 4 kB.
  static var mostStandings: Int { 500 }
  /// How long standings stay fresh: a trade is news for days.
  private static var lifetime: Duration { .seconds(600) }

  /// Returns the team or the player of each text: an abbreviation, a city or a name of a team, the id of a player, or his
  /// whole name. Throws `unknown_name` if a text means none or several, and `failed` if players cannot be searched for.
  func subjects(named texts: [String]) async throws(Request.Refusal) -> [FollowSubject] {
    var subjects: [FollowSubject] = []
    for text in texts {
      do {
        subjects.append(try await subject(named: text))
      } catch {
        guard texts.count > 1 else { throw error }
        throw .init(code: error.code, message: "\(error.message); nothing was changed", id: error.id)
      }
    }
    return await titled(subjects)
  }

  private func subject(named text: String) async throws(Request.Refusal) -> FollowSubject {
    switch TeamSearch.known.find(text) {
    case .one(let team): return .team(team.name)
    case .several: throw .init(code: .unknownName, message: Vocabulary.known.unknown(text, as: .team).sentence)
    case .none: break
    }
    switch PlayerName(text) {
    case .id(let id)?: return .player(id, nil)
    case .name(let name)?: return try await player(named: name)
    case nil:
      throw .init(
        code: .unknownName, message: "\(quoted(text)) is neither a team nor a player; \(PlayerName.advice)")
    }
  }

  private func player(named name: String) async throws(Request.Refusal) -> FollowSubject {
    var players: [Person]
    do {
      players = try await self.players()
    } catch {
      throw .init(
        code: .failed, message: "the players of the event log could not be read; write the id of \(quoted(name))")
    }
    func named(_ players: [Person]) -> [Person] { players.filter { FoldedName($0.name) == FoldedName(name) }.unique }
    var (found, absence) = (named(players), "no game in the log has had such a player; ")
    if found.isEmpty {
      do {
        let season = try await season(name)
        if !season.isEmpty {
          players += season.map { Person(id: $0.id, name: $0.name) }
          found = try await persons(of: season.filter { FoldedName($0.name) == FoldedName(name) })
          absence = "no player of the season or the log has this name; "
        }
      } catch let refusal as Request.Refusal {
        throw refusal
      } catch {
        let reason = (error as? Fault)?.message ?? "\(error)"
        absence = "no game in the log has had such a player, and the league's players are unknown (\(reason)); "
      }
    }
    if found.count == 1 { return .player(found[0].id, found[0].name) }
    guard found.isEmpty else {
      let ids = found.map { "\($0.id)" }.sorted().joined(separator: " or ")
      throw .init(
        code: .unknownName,
        message: "\(quoted(name)) are several players; write \(ids); 'livegamed player search' shows their teams")
    }
    let near = Suggestion.person(name, among: players.map(\.name))
    let team = TeamSearch.known.near(name).first.map { "did you mean '\($0.name)'?" }
    throw .init(
      code: .unknownName,
      message: "there is no team \(quoted(name)), and "
        + absence + (near ?? team ?? PlayerName.exactAdvice))
  }

  /// Returns listed players as events have them. Throws a refusal if events have none of them.
  private func persons(of listed: [PlayerListing]) async throws -> [Person] {
    var persons: [Person] = []
    for player in listed {
      if let person = try await person(player) { persons.append(person) }
    }
    if persons.isEmpty, let player = listed.first { throw Self.unfound(player) }
    return persons.unique
  }

  /// Returns the refusal of a player whom a service lists, but whose id in the events is not known.
  private static func unfound(_ player: PlayerListing) -> Request.Refusal {
    let club = player.team?.name ?? player.league.rawValue
    return .init(
      code: .unknownName,
      message: "\(player.name) is known, but the last roster of \(club) does not have this player; "
        + "follow again when it does, or write the league's id of the player")
  }

  /// Returns the subjects with the names of players that were given by id, as far as the leagues tell them.
  private func titled(_ subjects: [FollowSubject]) async -> [FollowSubject] {
    let ids = subjects.filter { $0.title == nil }.compactMap(\.player)
    guard !ids.isEmpty, let standings = try? await standings(of: ids) else { return subjects }
    return subjects.map { subject in
      guard subject.title == nil, let id = subject.player else { return subject }
      var subject = subject
      subject.title = standings.players[id]?.name
      return subject
    }
  }

  /// Returns what the leagues say about players, at most `mostStandings` of them. Throws `CancellationError`.
  func standings(of ids: [Int]) async throws -> Standings {
    let asked = Array(ids.sorted().prefix(Self.mostStandings))
    var result = Standings()
    guard !asked.isEmpty else { return result }
    // A league that cannot be asked may have the players whom the others do not know.
    let isComplete = leagues.allSatisfy { $0.playerStandingsRequest(of: asked) != nil }
    for league in leagues {
      guard let request = league.playerStandingsRequest(of: asked) else { continue }
      do {
        let answer = try await source.answer(to: request, of: league.id, freshFor: Self.lifetime) {
          try league.playerStandings(in: $0)
        }
        // A player whom the answer leaves out is in no league.
        for id in asked where isComplete && result.players[id] == nil {
          result.players[id] = PlayerStanding(id: id, isActive: false)
        }
        for player in answer.value { result.players[player.id] = player }
        result.confirmed = min(result.confirmed ?? answer.confirmed, answer.confirmed)
        result.fault = result.fault ?? answer.fault
      } catch let error as CancellationError {
        throw error
      } catch {
        result.fault = error as? Fault ?? Fault(.lookupFailed, "no answer: \(error)")
      }
    }
    return result
  }
}

/// The players of the event log, read when somebody asks, and kept for a minute.
final class LoggedPlayers: Sendable {
  private let log: EventLog
  private let now: @Sendable () -> SuspendingClock.Instant
  private let last = Locked<(players: [Person], read: SuspendingClock.Instant)?>(nil)

  private static let freshness: Duration = .seconds(60)

  init(log: EventLog, now: @escaping @Sendable () -> SuspendingClock.Instant = { .now }) {
    (self.log, self.now) = (log, now)
  }

  /// Returns the players. Throws the error of SQLite.
  func all() async throws -> [Person] {
    if let last = last.withLock({ $0 }), last.read.duration(to: now()) < Self.freshness { return last.players }
    let players = try await log.players()
    last.withLock { [now] in $0 = (players, now()) }
    return players
  }
}
