internal import LiveModel

/// The type of an event as an event entity and device triggers of Home Assistant know it. Pure.
///
/// An event entity knows one type for each message, and drops a type that its device did not announce.
enum MQTTEventType {
  /// The second side's kinds have this ending.
  private static let against = "_against"
  static let correction = "correction"
  static let test = "test"
  static let play = "play"

  /// The kinds of a status, whose tags have the same names.
  private static let statuses: [Tag] = [.start, .delay, .resume, .suspended, .postponed, .cancelled]
  private static let ends = ["win", "loss", "tie"]

  /// Returns all types of a league's teams.
  static func all(of league: any LeagueDescription) -> [String] {
    let plays = league.eventKinds.flatMap { kind in
      kind.isOfOneSide ? [kind.name, kind.name + against] : [kind.name]
    }
    return statuses.map(\.rawValue) + ends + plays + [correction, test, play]
  }

  /// Returns the types that are device triggers: what people switch lights for.
  static func triggers(of league: any LeagueDescription) -> [String] {
    ["start"] + ends
      + all(of: league).filter { type in
        league.eventKinds.contains { $0.isOfOneSide && [$0.name, $0.name + against].contains(type) }
      }
  }

  /// The revision of a fact that the broker has.
  enum Earlier: Equatable {
    /// No revision, because a delay has left them out, or the fact is new.
    case nothing
    /// A revision of this type.
    case told(String)
    /// It is unknown, because the game was forgotten.
    case unknown
  }

  /// Returns the type of an event for a team.
  ///
  /// What corrects something must switch no lights. A revision that completes a play which was told under a lesser type,
  /// such as the home run behind a provisional run, is news, and so is the first one that the broker gets.
  static func type(of event: Event, for team: FollowedTeam, after earlier: Earlier, leagues: Leagues) -> String {
    let data = event.data
    if data.tags.contains(.test) { return test }
    let type = type(of: event, for: team, leagues)
    switch (data.change, earlier) {
    case (.retracted, _): return correction
    case (_, .nothing), (.new, .unknown), (.completed, .unknown): return type
    case (.completed, .told(let told)): return told != type && told != correction && type != play ? type : correction
    case (.new, .told), (.corrected, _): return correction
    }
  }

  private static func type(of event: Event, for team: FollowedTeam, _ leagues: Leagues) -> String {
    let data = event.data
    if event.type == .status {
      if data.tags.contains(.final) { return end(of: data, for: team, leagues) }
      return statuses.first { data.tags.contains($0) }?.rawValue ?? play
    }
    guard let kind = leagues[data.league].eventKinds.first(where: { data.tags.contains($0.tag) }) else { return play }
    guard kind.isOfOneSide else { return kind.name }
    let isOwn = data.team.map { leagues.currentAbbreviation($0, in: data.league) == team.abbreviation }
    return isOwn.map { $0 ? kind.name : kind.name + against } ?? play
  }

  private static func end(of data: EventData, for team: FollowedTeam, _ leagues: Leagues) -> String {
    guard let leader = data.score?.leader else { return "tie" }
    return leader == team.side(in: data, leagues) ? "win" : "loss"
  }
}

extension FollowedTeam {
  /// Returns the side on which the team plays; nil if it does not play.
  func side(in data: EventData, _ leagues: Leagues) -> Side? {
    guard data.league == league else { return nil }
    return [Side.away, .home].first {
      leagues.currentAbbreviation(data.game.team($0).abbreviation, in: league) == abbreviation
    }
  }
}
