internal import LiveModel

/// The names that conditions can hold, from the descriptions of the leagues. Configuration, socket and commands explain an
/// unknown name in the same words.
struct Vocabulary: Sendable {
  enum Kind: String, Sendable { case league, team, type, tag, position }

  /// A name that no event of this version has.
  struct UnknownName: Error, Equatable, Sendable {
    /// Such as `there is no team 'BOSS'`.
    var message: String
    /// Such as `did you mean 'BOS'?`.
    var hint: String

    /// The message and the hint.
    var sentence: String { "\(message); \(hint)" }
  }

  let leagues: Leagues
  private let teams: TeamSearch
  private let names: [Kind: Set<String>]

  init(_ leagues: Leagues = .known) {
    self.leagues = leagues
    teams = TeamSearch(leagues)
    names = [
      .league: Set(leagues.ids.map(\.rawValue)), .team: Set(leagues.teamNames),
      .type: Set(leagues.eventTypes.map(\.rawValue)), .tag: Set(leagues.tagNames),
      .position: Set(leagues.positions.map(\.abbreviation)),
    ]
  }

  /// The names of this version and its leagues.
  static let known = Vocabulary()

  /// The names of each league by itself.
  private static let ofEach = Dictionary(
    Leagues.known.ids.map { ($0, Vocabulary(Leagues.known.only($0))) }, uniquingKeysWith: { first, _ in first })

  /// Returns the names of one league, or of all.
  static func of(_ league: LeagueID?) -> Vocabulary {
    league.map { ofEach[$0] ?? Vocabulary(Leagues.known.only($0)) } ?? known
  }

  /// Returns the names of the leagues that conditions ask for, or of all.
  static func of(leagues names: [String]) -> Vocabulary {
    let some = Leagues.known.named(names)
    if some.all.count == Leagues.known.all.count { return known }
    return some.all.count == 1 ? of(some.ids.first) : Vocabulary(some)
  }

  /// Returns whether an event of this version can have the name.
  func has(_ name: String, as kind: Kind) -> Bool { names[kind]?.contains(name) ?? false }

  /// Returns the name, as events have it, that a person means; nil if there is none or several. A name may be in any case;
  /// a team may be a city or a name, a type may lack its `livegame.`, and a tag may have `-` or spaces for `_`.
  func find(_ text: String, as kind: Kind) -> String? {
    if has(text, as: kind) { return text }
    let wanted = text.lowercased()
    switch kind {
    case .league: return has(wanted, as: .league) ? wanted : nil
    case .team:
      guard case .one(let team) = teams.find(text) else { return nil }
      return team.name
    case .type: return leagues.eventTypes.first { $0.rawValue == wanted || $0.shortName == wanted }?.rawValue
    case .tag:
      let tag = String(wanted.map { $0 == "-" || $0 == " " ? "_" : $0 })
      return has(tag, as: .tag) ? tag : nil
    case .position:
      let name = FoldedName(text).text
      return leagues.positions.first { $0.abbreviation.lowercased() == name || $0.words.contains(name) }?.abbreviation
    }
  }

  /// Returns the name that a team of these leagues has among all that are known; nil if there is none or several.
  func team(_ text: String) -> String? { find(text, as: .team).map { Leagues.known.name(of: $0, among: leagues) } }

  /// Returns each name as events have it. A name that is not known stays as it is, because it may be of a newer version.
  func resolved(_ names: [String], as kind: Kind) -> [String] { names.map { find($0, as: kind) ?? $0 } }

  /// Returns the words about a name that `find` does not find. Without `suggests` no similar name is searched for.
  func unknown(_ name: String, as kind: Kind, suggests: Bool = true) -> UnknownName {
    if kind == .team, case .several(let clubs) = teams.find(name) {
      let names = clubs.map { "'\($0.name)' (\($0.club.name))" }.joined(separator: " or ")
      return UnknownName(
        message: "\(quoted(name)) could be \(clubs.count == 2 ? "two" : "several") teams", hint: "write \(names)")
    }
    let meant = suggests ? suggestion(for: name, as: kind).map { "did you mean '\($0)'?" } : nil
    return UnknownName(message: "there is no \(kind.rawValue) \(quoted(name))", hint: meant ?? advice(on: kind))
  }

  private func suggestion(for name: String, as kind: Kind) -> String? {
    switch kind {
    case .league: Suggestion.nearest(to: name, among: leagues.ids.map(\.rawValue))
    case .team: teams.near(name).first?.name
    case .type: type(meantBy: name)
    case .tag: Suggestion.nearest(to: name, among: leagues.tagNames)
    case .position: Suggestion.nearest(to: name, among: leagues.positions.flatMap { [$0.abbreviation] + $0.words })
    }
  }

  private func advice(on kind: Kind) -> String {
    switch kind {
    case .league: "known here: \(leagues.ids.map(\.rawValue).joined(separator: ", "))"
    case .team: "write an abbreviation, a city or a name, such as 'BOS' or 'Red Sox'"
    case .type: "use one of \(leagues.eventTypes.map(\.rawValue).joined(separator: ", "))"
    case .tag: "'man livegamed-events' lists the tags"
    case .position: "use one of \(leagues.positions.map(\.abbreviation).joined(separator: ", "))"
    }
  }

  /// Returns the type nearest to a text, which may lack the prefix `livegame.`.
  private func type(meantBy text: String) -> String? {
    let types = leagues.eventTypes.map(\.rawValue)
    let short = leagues.eventTypes.map(\.shortName)
    guard let meant = Suggestion.nearest(to: text, among: types + short) else { return nil }
    return types.first { $0 == meant } ?? short.firstIndex(of: meant).map { types[$0] }
  }
}

extension Vocabulary {
  /// Returns the name that `find` finds.
  private func known(_ text: String, as kind: Kind) throws(UnknownName) -> String {
    guard let name = find(text, as: kind) else { throw unknown(text, as: kind) }
    return name
  }

  func type(_ text: String) throws(UnknownName) -> EventType { EventType(rawValue: try known(text, as: .type)) }

  func tag(_ text: String) throws(UnknownName) -> Tag { Tag(rawValue: try known(text, as: .tag)) }

  /// Returns all abbreviations of a team, because older events have older ones.
  func abbreviations(of text: String) throws(UnknownName) -> [String] {
    guard case .one(let team) = teams.find(text) else { throw unknown(text, as: .team) }
    return team.names.map { Leagues.known.name(of: $0, among: leagues) }
  }

  func league(_ text: String) throws(UnknownName) -> String { try known(text, as: .league) }

  /// Returns the abbreviations of all positions that a name covers.
  func positions(coveredBy text: String) throws(UnknownName) -> Set<String> {
    let name = try known(text, as: .position)
    return Set(leagues.positions.filter { $0.abbreviation == name }.flatMap(\.covers))
  }
}

extension Vocabulary {
  /// The most unknown names that a client is told about in one answer.
  static let mostWarnings = 8

  /// Returns a sentence about each unknown name in the conditions. Such a name may be of a newer version.
  func warnings(about wanted: Conditions) -> [String] {
    let kinds: [ConditionKey: Kind] = [
      .leagues: .league, .teams: .team, .batting: .team, .pitching: .team, .types: .type, .tags: .tag, .allTags: .tag,
      .notTags: .tag,
    ]
    var names: [(name: String, kind: Kind)] = []
    for (key, list) in wanted.lists {
      if let kind = kinds[key] { names += list.map { (name: $0, kind: kind) } }
    }
    return warnings(about: names)
  }

  /// Returns a sentence about each team that is not known.
  func warnings(aboutTeams names: [String]) -> [String] { warnings(about: names.map { (name: $0, kind: .team) }) }

  private func warnings(about names: [(name: String, kind: Kind)]) -> [String] {
    let unknown = names.filter { !has($0.name, as: $0.kind) }
    let sentences = unknown.prefix(Self.mostWarnings).map { self.unknown($0.name, as: $0.kind).sentence }
    let rest = unknown.count - sentences.count
    return rest > 0 ? sentences + ["\(rest) more names are not known"] : sentences
  }
}

extension EventType {
  /// The type without the prefix `livegame.`.
  var shortName: String { String(rawValue.trimmingPrefix("livegame.")) }
}
