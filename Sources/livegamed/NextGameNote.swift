import LiveCore
import LiveModel

/// A line for people who see no game: when the next one begins, as far as the daemon knows the schedule, which is
/// until tomorrow.
struct NextGameNote {
  var teams: [String]
  var zone: LocalZone

  /// Returns the line, such as `No game of NYY now; next: BOS@NYY Fri 19:05 EDT`; nil while a game is in progress.
  func text(of games: [BoardGame], now: Timestamp) -> String? {
    guard !games.contains(where: \.isInProgress) else { return nil }
    let whose = teams.isEmpty ? "No game" : "No game of \(teams.joined(separator: ", "))"
    let next = games.compactMap { game in game.start.map { (game, $0) } }
      .filter { $0.1 > now && $0.0.game.status == "scheduled" }.min { $0.1 < $1.1 }
    guard let (game, start) = next else { return "\(whose) today or tomorrow" + (games.isEmpty ? "" : " any more") }
    return "\(whose) now; next: \(game.subject) \(zone.time(at: start).inTheWeek)"
  }

  /// Returns the line in place of games while a source gives none; nil if all sources answer.
  static func text(of sources: [String: SourceState]) -> String? {
    let silent = sources.filter { $0.value.state != .ok }.min { $0.key < $1.key }
    guard let (league, state) = silent else { return nil }
    guard let error = state.error else { return "The schedule of \(league) has not arrived yet" }
    return "The schedule of \(league) cannot be read: \(error)"
  }

  /// Asks the daemon for the games, and returns the line; nil if it does not answer.
  func text(from client: SocketClient, now: Timestamp) async -> String? {
    guard let line = try? await client.answer(to: .games, teams: teams), let games = BoardGame.all(in: line) else {
      return nil
    }
    if games.isEmpty, let line = try? await client.answer(to: .status), let status = try? DaemonStatus(line),
      status.games?.isEmpty ?? true, let text = Self.text(of: status.source ?? [:])
    {
      return text.onOneLine
    }
    return text(of: games, now: now)
  }
}

extension BoardGame {
  fileprivate var isInProgress: Bool { ["live", "warmup", "delayed"].contains(game.status) }

  /// `BOS@NYY`.
  fileprivate var subject: String {
    [game.away, game.home].map { ($0?.abbreviation ?? "?").onOneLine }.joined(separator: "@")
  }
}
