package import LiveModel

/// The roster of a club: the active players of balldontlie if the key's plan has them, else the roster of the club's
/// newest game, else all players whose last club it is.
extension NBATeamsAndPlayers {
  private static var scoreboardLifetime: Duration { .seconds(60) }
  private static var seasonLifetime: Duration { .seconds(86_400) }
  /// Shortly before a game, players are declared unfit.
  private static var gameRosterLifetime: Duration { .seconds(300) }

  /// Why balldontlie gives no list of the active players, and its id of the club if that is known.
  private struct Absence: Error {
    var fault: Fault
    var id: Int?
  }

  package func roster(of team: TeamListing) -> ListingPlan<RowsRead<PlayerListing>> {
    guard let club = NBAClubs.club(team.id) else {
      return .failure(Fault(.lookupNotFound, "the NBA has no club \(quoted(team.name))"))
    }
    return activePlayers(of: club).then { [self] found in
      switch found {
      case .success(let roster): .answer(roster)
      case .failure(let absence):
        gameRoster(of: club).then { roster in
          guard let roster else { return allPlayers(of: club, absence) }
          let date = roster.date.map { " on \($0)" } ?? ""
          return .warning(
            "this is the roster for the game\(date), not that of the season: \(absence.fault)",
            .answer(roster.players))
        }
      }
    }
  }

  private func activePlayers(of club: NBAClub) -> ListingPlan<Result<RowsRead<PlayerListing>, Absence>> {
    guard balldontlie.hasKey else { return .answer(.failure(Absence(fault: balldontlie.service.missingKey))) }
    return serviceID(of: club).then { [balldontlie] found in
      switch found {
      case .failure(let fault): return .answer(.failure(Absence(fault: fault)))
      case .success(let id):
        return NBAPlayerPages.plan(freshFor: Balldontlie.Lifetime.roster) {
          balldontlie.activePlayers(ofTeam: id, after: $0)
        }.then { pages in
          switch pages {
          case .failure(let fault): return .answer(.failure(Absence(fault: fault, id: id)))
          case .success(var pages):
            pages.read.rows.removeAll { $0.team?.id != club.id }
            // An empty list is no roster of a club.
            let none = Fault(.lookupNotFound, "\(Balldontlie.name) lists no active player of \(club.abbreviation)")
            return .answer(pages.read.rows.isEmpty ? .failure(Absence(fault: none, id: id)) : .success(pages.read))
          }
        }
      }
    }
  }

  /// Returns the plan for the service's id of a club, which is found by the abbreviation.
  private func serviceID(of club: NBAClub) -> ListingPlan<Result<Int, Fault>> {
    .ask(
      ListingRequest(
        balldontlie.teams, freshFor: Balldontlie.Lifetime.teams,
        next: { body in
          guard let id = try BalldontlieTeam.ids(in: body)[club.abbreviation] else {
            return .answer(.failure(Fault(.lookupNotFound, "\(Balldontlie.name) has no team \(club.abbreviation)")))
          }
          return .answer(.success(id))
        }, failed: { .answer(.failure($0)) }))
  }

  /// The roster of one game.
  private struct OfGame: Sendable {
    var date: String?
    var players: RowsRead<PlayerListing>
  }

  /// Returns the plan for the roster of the club's newest game: of today if its box score is there, else of the last one
  /// in the schedule; nil in the answer without any.
  private func gameRoster(of club: NBAClub) -> ListingPlan<OfGame?> {
    let last = ListingPlan.ask(
      ListingRequest<OfGame?>(
        seasonRequest, freshFor: Self.seasonLifetime,
        next: { [self] body in
          guard let game = try NBAGameDay.schedule(body).games(of: club).first, game.hasBegun else {
            return .answer(nil)
          }
          return gameRoster(of: club, in: game, or: .answer(nil))
        }, failed: { _ in .answer(nil) }))
    return .ask(
      ListingRequest(
        scoreboardRequest, freshFor: Self.scoreboardLifetime,
        next: { [self] body in
          guard let game = try NBAGameDay.scoreboard(body).games(of: club).first else { return last }
          return gameRoster(of: club, in: game, or: last)
        }, failed: { _ in last }))
  }

  private func gameRoster(
    of club: NBAClub, in game: NBAGameDay.Game, or other: ListingPlan<OfGame?>
  ) -> ListingPlan<OfGame?> {
    .ask(
      ListingRequest(
        boxscoreRequest(of: game.id), freshFor: Self.gameRosterLifetime,
        next: { body in
          let boxscore = try NBAGameRoster(body)
          let players = try boxscore.roster(of: club)
          return players.rows.isEmpty ? other : .answer(OfGame(date: boxscore.date, players: players))
        }, failed: { _ in other }, absent: { other }))
  }

  /// The roster of the club's newest game has the ids of the feed.
  package func person(of player: PlayerListing) -> ListingPlan<Person?> {
    guard player.service != nil else { return .answer(Person(id: player.id, name: player.name)) }
    guard let club = player.team?.id.flatMap(NBAClubs.club) else { return .answer(nil) }
    return gameRoster(of: club).then { roster in
      let own = (roster?.players.rows ?? []).filter { NBAName.key($0.name) == NBAName.key(player.name) }
      return .answer(own.count == 1 ? Person(id: own[0].id, name: own[0].name) : nil)
    }
  }

  private func allPlayers(of club: NBAClub, _ absence: Absence) -> ListingPlan<RowsRead<PlayerListing>> {
    guard let id = absence.id else { return .failure(absence.fault) }
    return NBAPlayerPages.plan(freshFor: Balldontlie.Lifetime.roster) { [balldontlie] in
      balldontlie.allPlayers(ofTeam: id, after: $0)
    }.then { found in
      switch found {
      case .failure(let fault): return .failure(fault)
      case .success(var pages):
        pages.read.rows.removeAll { $0.team?.id != club.id }
        let extent = pages.isWhole ? "all" : "some of the"
        return .warning(
          "these are \(extent) players whose last club is \(club.abbreviation), present or not: \(absence.fault)",
          .answer(pages.read))
      }
    }
  }
}
