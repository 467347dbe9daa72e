public import LiveModel

extension Config {
  /// Returns a warning for each name of a player in `follow` and in routes that no game in the log has had, at most 100.
  /// Returns none if there is no log, or it cannot be read, or has no players. Looks up the state folder in the
  /// environment of a process. Changes nothing.
  public func unknownPlayers(environment: [String: String]) -> [Fault] {
    guard !reading.playerNames.isEmpty else { return [] }
    let path = Paths(environment: environment).logFile(self)
    guard let logged = try? LogSnapshot(path: path).playerNames() else { return [] }
    return reading.unknownPlayers(among: logged)
  }
}

extension ConfigReading {
  /// Returns a warning for each name that is not among those of the log, in the order of the files.
  func unknownPlayers(among logged: [String]) -> [Fault] {
    let known = Set(logged.map { FoldedName($0) })
    guard !known.isEmpty else { return [] }
    return playerNames.prefix(ConfigLimits.suggestions).compactMap { text, place in
      guard case .name(let name)? = PlayerName(text), !known.contains(FoldedName(name)) else { return nil }
      return Fault(
        .configUnknownPlayer, "no logged game had a player \(quoted(name))", at: place,
        hint: Suggestion.person(name, among: logged) ?? PlayerName.exactAdvice)
    }
  }
}

extension Fault.Code {
  static let configUnknownPlayer = Fault.Code("config.unknown-player")
}
