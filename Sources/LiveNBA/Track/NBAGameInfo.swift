internal import LiveModel

/// The facts about a game apart from its play: from the scoreboard, from the box score, or else from the actions.
struct NBAGameInfo: Equatable, Codable, Sendable {
  /// The date in New York.
  var date: String
  var scheduledStart: Timestamp?
  var away: Team
  var home: Team

  func team(_ side: Side) -> Team { side == .away ? away : home }

  /// Returns the side of a team; nil for no team and for another one.
  func side(of team: Int?) -> Side? {
    guard let team else { return nil }
    return team == home.id ? .home : team == away.id ? .away : nil
  }

  /// Takes a row of the scoreboard; nil if it lacks a team.
  init?(_ row: ScheduledGame) {
    guard let away = row.clubs.away.team, let home = row.clubs.home.team else { return nil }
    let date = row.date ?? row.start.map { "\(EasternTime.date(at: $0))" }
    guard let date else { return nil }
    self.init(date: date, scheduledStart: row.start, away: away, home: home)
  }

  /// Takes a box score; nil if it lacks a team.
  init?(_ box: NBABoxScore, at time: Timestamp) {
    guard let away = box.teams.away.team, let home = box.teams.home.team else { return nil }
    let date = box.date.flatMap { CivilDate(iso: $0) } ?? EasternTime.date(at: box.start ?? time)
    self.init(date: "\(date)", scheduledStart: box.start, away: away, home: home)
  }

  /// Learns the sides from the actions: the score that a basket raises is that of its team. Nil until both sides have
  /// scored.
  init?(learning actions: [NBAAction], at time: Timestamp) {
    var teams = Sides<Team?>(away: nil, home: nil)
    var score = Score.zero
    for action in actions {
      let next = action.score ?? score
      if action.points > 0, let team = action.team {
        let isHome = next.home > score.home
        if isHome != (next.away > score.away) {
          let side: Side = isHome ? .home : .away
          if teams[side] == nil { teams[side] = team }
        }
      }
      score = next
    }
    guard let away = teams.away, let home = teams.home else { return nil }
    let date = EasternTime.date(at: actions.lazy.compactMap(\.time).first ?? time)
    self.init(date: "\(date)", away: away, home: home)
  }

  init(date: String, scheduledStart: Timestamp? = nil, away: Team, home: Team) {
    (self.date, self.scheduledStart, self.away, self.home) = (date, scheduledStart, away, home)
  }
}

extension NBAAction {
  /// The score after the action; nil if the feed does not state both numbers.
  var score: Score? {
    guard let away, let home else { return nil }
    return Score(away: away, home: home)
  }

  /// The team; nil if the action is nobody's.
  fileprivate var team: Team? {
    guard let teamID, teamID > 0 else { return nil }
    return Basketball.team(teamID) ?? Team(id: teamID, abbreviation: tricode ?? "", name: tricode ?? "")
  }
}

extension GameSummary.Club {
  /// The team; nil without an id.
  fileprivate var team: Team? {
    guard let id, id > 0 else { return nil }
    return Basketball.team(id) ?? Team(id: id, abbreviation: abbreviation ?? "", name: name ?? abbreviation ?? "")
  }
}
