import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// The names that shells offer while a command line is typed.
enum NameCompletion {
  /// Names of the season's players.
  static let players = CompletionKind.custom { words, _, prefix in await players(like: prefix, in: words) }

  /// Abbreviations of teams, and names of the season's players.
  static let teamsAndPlayers = CompletionKind.custom { words, _, prefix in
    EventFilter.teamNames + (await players(like: prefix, in: words))
  }

  /// The longest wait for the daemon. It keeps the players for six hours, and asks the source again after that.
  private static let timeLimit: Duration = .milliseconds(500)

  /// Returns the names that the daemon knows for the beginning of a name; none for fewer than two letters, without a
  /// daemon, and if it does not answer at once.
  private static func players(like prefix: String, in words: [String]) async -> [String] {
    guard LookupClient.Question.flaw(ofName: prefix) == nil, let socket = try? socket(in: words) else { return [] }
    let client = LookupClient(socket: socket, config: nil, paths: Paths(environment: ProcessEnvironment.values))
    return await withTaskGroup(of: [String].self) { group in
      group.addTask {
        let line = try? await client.answer(
          to: .players(name: prefix, team: nil, position: nil, league: league(in: words)))
        let reply = line.flatMap { LookupReply<PlayersAnswer>($0) }
        // A name of several players would be refused.
        let names = Dictionary(grouping: reply?.members.players ?? [], by: \.name).filter { $0.value.count == 1 }.keys
        return names.sorted().map(word)
      }
      group.addTask {
        try? await Task.sleep(for: timeLimit)
        return []
      }
      let names = await group.next() ?? []
      group.cancelAll()
      return names
    }
  }

  /// Returns the league of the command line, or the first one: a service with few requests a minute must not be asked for
  /// each name that is typed.
  private static func league(in words: [String]) -> String? {
    if let option = words.first(where: { $0.hasPrefix("--league=") }) { return String(option.dropFirst(9)) }
    return words.firstIndex(of: "--league").flatMap { words[$0...].dropFirst().first } ?? EventFilter.leagueNames.first
  }

  /// Returns the socket of the command line, or the one that the command would use.
  private static func socket(in words: [String]) throws -> String {
    if let option = words.first(where: { $0.hasPrefix("--socket=") }) { return try SocketOption.parse([option]).path() }
    let option = words.firstIndex(of: "--socket").map { words[$0...].prefix(2) } ?? []
    return try SocketOption.parse(option.count == 2 ? Array(option) : []).path()
  }

  /// Returns a name as the shell's completion takes it: bash removes quotation marks from the words of a list.
  private static func word(_ name: String) -> String {
    guard CompletionShell.requesting == .bash else { return name }
    return name.map { "\\'\"$`".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
