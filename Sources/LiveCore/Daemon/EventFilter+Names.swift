public import LiveModel

extension EventFilter {
  /// Creates a filter from names as people type them: teams and tags in any case, a type also without its `livegame.`.
  ///
  /// Throws `socket.unknown-name` for a name that no event can have, because such a filter would never match.
  public init(
    namedTeams teams: [String], types: [String] = [], tags: [String] = []
  ) throws(Fault) {
    self.init()
    for team in teams { self.teams += try Self.abbreviations(of: team) }
    for type in types { self.types.append(try Self.type(type)) }
    for tag in tags { self.tags.append(try Self.tag(tag)) }
  }

  /// Abbreviations of all teams, for shell completion.
  public static var teamNames: [String] { Leagues.known.clubs.map(\.abbreviation).sorted() }

  /// All types without their `livegame.`, for shell completion.
  public static var typeNames: [String] {
    Leagues.known.eventTypes.map { String($0.rawValue.trimmingPrefix("livegame.")) }
  }

  /// All known tags, for shell completion.
  public static var tagNames: [String] { Set(Leagues.known.tagNames).sorted() }

  /// Returns all abbreviations of a team, because older events have older ones.
  private static func abbreviations(of name: String) throws(Fault) -> [String] {
    let clubs = Leagues.known.clubs.filter { $0.abbreviations.contains(name.uppercased()) }
    if !clubs.isEmpty { return clubs.flatMap(\.abbreviations) }
    throw unknown(
      "team", name,
      hint: ConfigReader.club(meantBy: name).map { "did you mean '\($0)'?" }
        ?? "use the feed's abbreviation, such as 'BOS' or 'NYY'")
  }

  private static func type(_ name: String) throws(Fault) -> String {
    let known = Leagues.known.eventTypes.map(\.rawValue)
    let wanted = name.lowercased()
    if let type = known.first(where: { $0 == wanted || $0 == "livegame.\(wanted)" }) { return type }
    throw unknown(
      "type", name,
      hint: Suggestion.hint(
        name, among: known + typeNames, otherwise: "use one of \(typeNames.joined(separator: ", "))"))
  }

  private static func tag(_ name: String) throws(Fault) -> String {
    let wanted = String(name.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
    let known = Leagues.known.tagNames
    if known.contains(wanted) { return wanted }
    throw unknown(
      "tag", name,
      hint: Suggestion.hint(
        name, among: known, otherwise: "'livegamed watch --json' shows which tags events have"))
  }

  private static func unknown(_ kind: String, _ name: String, hint: String) -> Fault {
    Fault(.socketUnknownName, "there is no \(kind) \(quoted(name))", hint: hint)
  }
}

extension Fault.Code {
  static let socketUnknownName = Fault.Code("socket.unknown-name")
}
