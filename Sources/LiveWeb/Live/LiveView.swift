package import LiveModel

/// The subject of a stream, and the visitor's preferences. Streams with equal views are sent the same bytes.
package struct LiveView: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    /// The games of a league on a date; nil is the season's present day.
    case scores(LeagueID, date: CivilDate?, ScoreFilter)
    case game(GameID, PlayFilter)
    case daemon
  }

  package var subject: Subject
  package var preferences: Preferences

  package init(_ subject: Subject, _ preferences: Preferences) {
    (self.subject, self.preferences) = (subject, preferences)
  }
}

/// Selects the games of a scoreboard.
package enum ScoreFilter: String, CaseIterable, Sendable { case all, live, mine }

/// Selects the plays of a game's page.
package enum PlayFilter: String, CaseIterable, Sendable {
  /// Those of the newest half-innings.
  case newest
  case all, scoring, corrected
}

extension LiveView {
  /// Reads the query of a stream's address: `view=game&game=823163&plays=all`. Nil for any other query.
  package init?(query: [String: String], preferences: Preferences) {
    switch query["view"] {
    case "scores":
      let date = query["date"].map { CivilDate(iso: $0) }
      if case .some(.none) = date { return nil }
      self.init(
        .scores(
          LeagueID(rawValue: query["league"] ?? "mlb"), date: date ?? nil,
          query["only"].flatMap(ScoreFilter.init) ?? .all), preferences)
    case "game":
      guard let league = query["league"], let number = query["game"].flatMap({ Int($0, in: 1...(1 << 53)) }) else {
        return nil
      }
      self.init(
        .game(
          GameID(league: LeagueID(rawValue: league), gamePk: number),
          query["plays"].flatMap(PlayFilter.init) ?? .newest), preferences)
    case "daemon": self.init(.daemon, preferences)
    default: return nil
    }
  }

  /// The query of the stream's address, without the place at which it begins. It has the choices of the page's address;
  /// the cookie has the others.
  package var query: String {
    let parts: [String] =
      switch subject {
      case .scores(let league, let date, let filter):
        ["view=scores", "league=\(league.rawValue)"] + (date.map { ["date=\($0)"] } ?? [])
          + (filter == .all ? [] : ["only=\(filter.rawValue)"])
      case .game(let game, let filter):
        ["view=game", "league=\(game.league.rawValue)", "game=\(game.gamePk)"]
          + (filter == .newest ? [] : ["plays=\(filter.rawValue)"])
      case .daemon: ["view=daemon"]
      }
    return (parts + preferences.asked).joined(separator: "&")
  }

  /// The league whose games the stream is about; nil for the daemon.
  var league: LeagueID? {
    switch subject {
    case .scores(let league, _, _): league
    case .game(let game, _): game.league
    case .daemon: nil
    }
  }

  /// Returns the digest of a page's arrangement for this view. Other choices, such as those of a cookie that has changed
  /// since, need another page.
  func digest(ofArrangement arrangement: String) -> String {
    LivePlace.digest(of: "\(preferences.delay) \(preferences.hidesScores) \(arrangement)")
  }
}
