internal import LiveModel

/// Looks for routes that `follow` limits without showing it.
extension ConfigWarnings {
  /// Warns of teams in a route that are not followed. Their games against a followed team still match.
  mutating func warnOfTeams(in route: RouteDraft) {
    let (followed, conditions) = (config.follow.teams, route.rule.conditions)
    guard !followed.isEmpty, config.follow.players.isEmpty else { return }
    let names = ClubNames(followed, .known)
    for (key, wanted) in [
      (ConditionKey.teams, conditions.teams), (.batting, conditions.batting), (.pitching, conditions.pitching),
    ] where !wanted.isEmpty {
      let others = wanted.indices.filter { index in
        !Leagues.known.ids.contains { names.contains(wanted[index], in: $0) }
      }
      let places = (route.elements[key] ?? []).map(\.place)
      if others.count == wanted.count {
        warnOfTeams(wanted, followed, at: route.places[key] ?? route.place)
      } else {
        for index in others where all.count < Self.most {
          warnOfTeams(
            [wanted[index]], followed, at: places.count == wanted.count ? places[index] : route.places[key])
        }
      }
    }
  }

  private mutating func warnOfTeams(_ teams: [String], _ followed: [String], at place: Fault.Place?) {
    let (names, others) = (teams.joined(separator: " or "), followed.joined(separator: " or "))
    warn(
      .configNarrowRoute, "'follow' has no \(names): only games against \(others) can match", at: place,
      hint: "add the team to 'follow.teams'")
    if let warning = all.last { unfollowedTeams.append((warning, teams)) }
  }

  /// Warns of routes that name no team and no player while a `follow` in another file limits them, once for each file.
  mutating func warnOfFollowElsewhere() {
    guard let limit = config.followedGames, let follow = followPlaces.first?.file else { return }
    let files = Set(followPlaces.compactMap(\.file))
    let limited = routes.filter { route in
      let wanted = route.rule.conditions
      let names = [wanted.teams, wanted.batting, wanted.pitching]
      return names.allSatisfy(\.isEmpty) && wanted.players.isEmpty && !route.sinks.isEmpty
        && route.place.file.map { !files.contains($0) } ?? false
    }
    var known: Set<String> = []
    for route in limited where all.count < Self.most && known.insert(route.place.file ?? "").inserted {
      let more = limited.count { $0.place.file == route.place.file } - 1
      let routes = more == 0 ? "this route" : "this route and \(more) more in this file"
      warn(
        .configLimitedRoute, "'follow' in \(follow) limits \(routes) to \(limit)", at: route.place,
        hint: "remove that 'follow' to get other games too, or name the teams in the route")
    }
  }
}

extension Config {
  /// The games and events that `follow` selects, such as `games of BOS, and events with Shohei Ohtani`; nil for every game.
  var followedGames: String? {
    let games = follow.teams.isEmpty ? [] : ["games of \(follow.teams.joined(separator: ", "))"]
    let players = follow.players.map(\.description).joined(separator: ", ")
    let plays = players.isEmpty ? [] : ["events with \(players)"]
    return games.isEmpty && plays.isEmpty ? nil : (games + plays).joined(separator: ", and ")
  }
}

extension Fault.Place {
  /// The file of a position in it.
  fileprivate var file: String? { if case .file(let name, _, _) = self { name } else { nil } }
}

extension Fault.Code {
  static let configLimitedRoute = Fault.Code("config.limited-route")
}
