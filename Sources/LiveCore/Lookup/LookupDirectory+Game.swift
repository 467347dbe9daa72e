package import LiveModel

/// Answers questions about one game.
extension LookupDirectory {
  /// Returns the details of a game. Throws like `answer(to:)`, and `lookup.no-game` for a game that no league has.
  func details(_ question: GameQuestion) async throws -> ConfirmedAnswer<GameDetails> {
    switch question {
    case .game(let number):
      for league in leagues {
        if let answer = try await found(number, in: league) { return answer }
      }
      throw Fault(.lookupNoGame, "there is no game \(number)")
    case .team(let team, let date, let number):
      let today = CivilDate.ofSeason(at: now())
      return try await details(of: team, on: date ?? today, number: number, today: today)
    }
  }

  /// Returns the details of a game; nil if the league has no game with this number.
  private func found(_ number: Int, in league: some League) async throws -> ConfirmedAnswer<GameDetails>? {
    do {
      var answer = try await details(
        of: GameID(league: league.id, gamePk: number), in: league, freshFor: Self.shortLifetime)
      await add(boardOf: &answer.value, in: league)
      return answer
    } catch let fault as Fault where fault.code == .lookupNotFound {
      return nil
    }
  }

  /// Adds what only the scoreboard of the game's date knows: a new date, and the other game of a doubleheader. Without an
  /// answer the details are of use, too.
  private func add(boardOf details: inout GameDetails, in league: some League) async {
    let game = details.game.summary.game
    guard let date = game.date.flatMap({ CivilDate(iso: $0) }) else { return }
    let lifetime = max(Self.lifetime(of: date, on: CivilDate.ofSeason(at: now())), Self.boardLifetime)
    guard let games = try? await scoreboard(of: date, in: league, freshFor: lifetime).value.games,
      let row = games.first(where: { $0.summary.game.id == game.id })
    else { return }
    details.add(row, on: "\(date)")
    let clubs = [game.away.id, game.home.id].compactMap(\.self)
    details.others = games.filter { other in
      let sides = [other.summary.game.away.id, other.summary.game.home.id].compactMap(\.self)
      return other.summary.game.id != game.id && sides.count == 2 && Set(sides) == Set(clubs)
    }.map(GameDetails.OtherGame.init)
  }

  private func details(
    of team: String, on date: CivilDate, number: Int?, today: CivilDate
  ) async throws -> ConfirmedAnswer<GameDetails> {
    let names = ClubNames([team], .known)
    for league in leagues {
      let board = try await scoreboard(of: date, in: league, freshFor: Self.lifetime(of: date, on: today))
      let games = ScoreboardGame.inOrder(board.value.games.filter { $0.isOf(names) })
      guard let row = Self.chosen(of: games, number: number) else {
        if let number, !games.isEmpty { throw Self.noGame(numbered: number, of: team, on: date, among: games) }
        continue
      }
      let lifetime = Self.lifetime(of: date, on: today)
      let others = games.filter { $0.summary.game.id != row.summary.game.id }
      var answer = try await details(
        of: GameID(league: league.id, gamePk: row.summary.game.id), in: league,
        freshFor: lifetime > .seconds(15) ? lifetime : Self.shortLifetime
      ) { details in
        details.add(row, on: "\(date)")
        details.others = others.map(GameDetails.OtherGame.init)
      }
      answer.fault = answer.fault ?? board.fault
      answer.warnings += board.value.warnings
      return answer
    }
    throw await noGame(of: team, names, on: date)
  }

  /// Returns the game with the number, or the one in progress, else the next to start, else the last that was played.
  /// `games` are in order of start.
  private static func chosen(of games: [ScoreboardGame], number: Int?) -> ScoreboardGame? {
    if let number { return games.first { ($0.summary.game.number ?? 1) == number } }
    let isPutOff = { (game: ScoreboardGame) in [.postponed, .cancelled].contains(game.summary.game.status) }
    return games.first(where: \.isInProgress) ?? games.first { $0.summary.game.status == .scheduled }
      ?? games.last { !isPutOff($0) } ?? games.last
  }

  private func details(
    of game: GameID, in league: some League, freshFor lifetime: Duration,
    adding add: (inout GameDetails) -> Void = { _ in }
  ) async throws -> ConfirmedAnswer<GameDetails> {
    guard let request = league.detailsRequest(of: game) else { throw Fault.noDetails(of: league.id) }
    let logged = await revisions(game)
    let answer = try await source.answer(to: request, of: league.id, freshFor: lifetime) {
      try league.details(in: $0, of: game, revisions: logged)
    }
    var details = answer.value
    add(&details)
    return ConfirmedAnswer(details, confirmed: answer.confirmed, fault: answer.fault)
  }

  /// The lifetime of the details of a game that may be in progress.
  private static var shortLifetime: Duration { .seconds(5) }

  /// The shortest lifetime of a scoreboard that is asked for beside the details.
  private static var boardLifetime: Duration { .seconds(60) }
}

/// Faults that name the nearest games.
extension LookupDirectory {
  /// The days before and after a date that are searched for a team's next game: the All-Star break has four without any.
  private static var searchedDays: Int { 7 }

  private static func noGame(
    numbered number: Int, of team: String, on date: CivilDate, among games: [ScoreboardGame]
  ) -> Fault {
    let known = games.map { "game \($0.summary.game.number ?? 1) is \($0.summary.game.id)" }.joined(separator: ", ")
    return Fault(.lookupNoGame, "\(quoted(team)) has no game \(number) on \(date); \(known)")
  }

  /// Returns the fault for a team without a game on a date. It names the nearest later game, else the nearest earlier one.
  private func noGame(of team: String, _ names: ClubNames, on date: CivilDate) async -> Fault {
    guard Vocabulary.known.has(team, as: .team) else {
      return Fault(.lookupNoGame, Vocabulary.known.unknown(team, as: .team).sentence)
    }
    let message = "\(team) has no game on \(date)"
    let (first, last) = (
      CivilDate(daysSinceEpoch: date.daysSinceEpoch - Self.searchedDays),
      CivilDate(daysSinceEpoch: date.daysSinceEpoch + Self.searchedDays)
    )
    var days: Set<String> = []
    for league in leagues {
      guard let found = await self.days(of: names, in: league, from: first, to: last) else {
        return Fault(.lookupNoGame, message)
      }
      days.formUnion(found)
    }
    // Dates in this form are sorted like text.
    if let next = days.filter({ $0 > "\(date)" }).min() {
      return Fault(.lookupNoGame, "\(message); the next is on \(next)")
    }
    if let last = days.filter({ $0 < "\(date)" }).max() {
      return Fault(.lookupNoGame, "\(message); the last was on \(last)")
    }
    return Fault(.lookupNoGame, "\(message), and none from \(first) to \(last)")
  }

  /// Returns the dates on which a team plays; nil if the league does not answer.
  private func days(
    of names: ClubNames, in league: some League, from first: CivilDate, to last: CivilDate
  ) async -> Set<String>? {
    let lists = league.teamsAndPlayers
    let request = lists?.scheduleLifetime == nil ? nil : lists?.scheduleRequest(of: 0, from: first, to: last)
    let lifetime = lists?.scheduleLifetime ?? .seconds(600)
    let answer = try? await source.answer(
      to: request ?? league.scheduleRequest(from: first, to: last), of: league.id, freshFor: lifetime
    ) {
      try league.games(in: $0)
    }
    guard let games = answer?.value.games else { return nil }
    let own = games.filter { game in
      [game.away, game.home].contains { $0.map { names.contains($0, in: league.id) } ?? false }
        && ![.postponed, .cancelled].contains(game.status.phase)
    }
    return Set(own.compactMap(\.date))
  }
}

extension Fault.Code {
  /// No league has the game of a question.
  package static let lookupNoGame = Fault.Code("lookup.no-game")
}
