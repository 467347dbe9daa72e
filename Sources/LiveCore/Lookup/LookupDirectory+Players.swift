internal import LiveModel

/// Lists of players.
extension LookupDirectory {
  /// The most players of one answer. A client reads lines of at most 1 MiB.
  private static var mostPlayers: Int { 1000 }

  func players(_ question: PlayersQuestion) async throws -> ConfirmedAnswer<PlayersAnswer> {
    var confirmation = LookupConfirmation()
    let list = try await players(for: question, &confirmation)
    let chosen = try list.rows.selected(by: question)
    let found = question.name.map { PlayerSearch(chosen).matches($0) } ?? PlayerListing.byLastName(chosen)
    var members = PlayersAnswer(season: list.season, players: Array(found.prefix(Self.mostPlayers)))
    if found.count > Self.mostPlayers { members.more = found.count - Self.mostPlayers }
    if found.isEmpty, let name = question.name { members.nearest = PlayerSearch(chosen).nearest(to: name) }
    return confirmation.answer(members, at: now())
  }

  /// Returns the players of the present season with their teams, or those of the season before if the present one has
  /// none yet. Of a league without such a list it returns those of the question's team, or those whom the league finds
  /// by the question's name. A league that fails is a warning if another has such players.
  func players(
    for question: PlayersQuestion, _ confirmation: inout LookupConfirmation
  ) async throws -> OfSeason<[PlayerListing]> {
    let leagues = try listingLeagues(question.league)
    var list = OfSeason(season: leagues.map { season(of: $0.lists) - 1 }.max() ?? 0, rows: [PlayerListing]())
    var faults: [Fault] = []
    for (league, lists) in leagues {
      do {
        let found = try await players(for: question, in: league, lists, &confirmation)
        list.season = max(list.season, found.season)
        list.rows += found.rows
        list.isPart = list.isPart || found.isPart
      } catch let fault as Fault {
        faults.append(fault)
      }
    }
    if list.rows.isEmpty, let fault = faults.first { throw fault }
    for fault in faults { confirmation.warn("the players of one league are missing: \(fault)") }
    return list
  }

  private func players(
    for question: PlayersQuestion, in league: some League, _ lists: any TeamsAndPlayers,
    _ confirmation: inout LookupConfirmation
  ) async throws -> OfSeason<[PlayerListing]> {
    var found = OfSeason(season: season(of: lists), rows: [PlayerListing](), isPart: true)
    if lists.players(in: found.season) == nil {
      let some = try await someOf(league, lists, for: question, &confirmation)
      // Beside other leagues, a question that this one cannot answer needs no words.
      guard some != nil || question.league == nil else {
        throw Fault(.lookupFailed, "\(league.id.rawValue) lists players by name and by team only", hint: "give a team")
      }
      found.rows = some ?? []
    } else {
      do {
        found = try await seasonPlayers(of: league, lists, &confirmation)
      } catch let fault as Fault where fault.code == .lookupNotFound {
        guard let some = try await someOf(league, lists, for: question, &confirmation) else { throw fault }
        confirmation.warn("the list of all players is missing: \(fault)")
        found.rows = some
      }
    }
    guard !found.rows.isEmpty else { return found }
    found.rows = try await withTeams(found.rows, of: league, lists, found.season, &confirmation)
    return found
  }

  /// Returns the players of the present season, or of the one before; only those whom the league finds by the name if it
  /// has no such list. Throws if no source has ever answered.
  func seasonPlayers(named name: String) async throws -> [PlayerListing] {
    var confirmation = LookupConfirmation()
    return try await players(for: PlayersQuestion(name: name), &confirmation).rows
  }

  /// Returns a listed player as events have him; nil if the league does not find him there.
  func person(of player: PlayerListing) async throws -> Person? {
    var confirmation = LookupConfirmation()
    guard let lists = try listingLeagues(player.league).first?.lists else { return nil }
    return try await follow(lists.person(of: player), of: player.league, &confirmation)
  }

  /// Returns the list of all players, of the present season or of the one before.
  private func seasonPlayers(
    of league: some League, _ lists: any TeamsAndPlayers, _ confirmation: inout LookupConfirmation
  ) async throws -> OfSeason<[PlayerListing]> {
    let present = season(of: lists)
    for season in [present, present - 1] {
      guard let plan = lists.players(in: season) else { continue }
      let read = try await follow(plan, of: league.id, &confirmation)
      let players = confirmation.rows(of: read, "players")
      if !players.isEmpty { return OfSeason(season: season, rows: players) }
    }
    return OfSeason(season: present - 1, rows: [])
  }

  /// Returns the roster of the question's team, or the players whom the league finds by the name; nil if the question
  /// has neither.
  private func someOf(
    _ league: some League, _ lists: any TeamsAndPlayers, for question: PlayersQuestion,
    _ confirmation: inout LookupConfirmation
  ) async throws -> [PlayerListing]? {
    if let team = question.team {
      let names = ClubNames([team], Leagues.known.only(question.league))
      let teams = try await listedTeams(of: league, lists, season(of: lists), &confirmation)
      guard let found = teams.first(where: { $0.abbreviation.map { names.contains($0, in: league.id) } ?? false })
      else {
        // Another league may have the team.
        return lists.players(in: season(of: lists)) == nil ? [] : nil
      }
      let read = try await follow(lists.roster(of: found), of: league.id, &confirmation)
      return confirmation.rows(of: read, "roster").map { player in
        var player = player
        player.team = found.club
        return player
      }
    }
    guard let name = question.name else { return nil }
    let read = try await follow(lists.players(named: name), of: league.id, &confirmation)
    return confirmation.rows(of: read, "players")
  }

  /// Returns the players with names and abbreviations of their teams.
  private func withTeams(
    _ players: [PlayerListing], of league: some League, _ lists: any TeamsAndPlayers, _ season: Int,
    _ confirmation: inout LookupConfirmation
  ) async throws -> [PlayerListing] {
    let clubs = try await clubs(of: league, lists, season, &confirmation)
    return players.map { player in
      var player = player
      player.team = player.team.map { team in team.id.flatMap { clubs[$0] } ?? team }
      return player
    }
  }
}

extension [PlayerListing] {
  /// Returns the players of the team and the position of a question. Throws a fault for a position that does not exist.
  fileprivate func selected(by question: PlayersQuestion) throws(Fault) -> [PlayerListing] {
    let teams = question.team.map { ClubNames([$0], Leagues.known.only(question.league)) }
    var positions: Set<String>?
    do {
      positions = try question.position.map { try Vocabulary.known.positions(coveredBy: $0) }
    } catch let unknown as Vocabulary.UnknownName {
      throw Fault(.lookupUnknownName, unknown.message, hint: unknown.hint)
    } catch {
      throw Fault(.lookupUnknownName, "\(error)")
    }
    return filter { player in
      let isOfTeam =
        teams.map { names in player.team?.abbreviation.map { names.contains($0, in: player.league) } ?? false } ?? true
      return isOfTeam && (positions.map { $0.contains(player.position?.abbreviation ?? "") } ?? true)
    }
  }
}
