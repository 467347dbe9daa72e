internal import LiveModel

/// Finds conditions that no event can meet together, by what the leagues say about types and tags.
struct RouteCheck: Sendable {
  private let leagues: Leagues
  /// The tags that only other leagues have.
  private let foreign: [LeagueID: Set<Tag>]

  init(_ leagues: Leagues = .known) {
    self.leagues = leagues
    let shared = Tag.shared.filter { tag in leagues.all.contains { $0.use(of: tag) != nil } }
    let all = Set(leagues.all.flatMap(\.tags) + shared)
    foreign = Dictionary(leagues.all.map { ($0.id, all.subtracting($0.tags)) }) { first, _ in first }
  }

  /// Returns whether an event may meet all conditions. A tag that no league knows may be on any event.
  func canMatch(_ wanted: Conditions) -> Bool {
    leagues.all.filter { wanted.leagues.isEmpty || wanted.leagues.contains($0.id.rawValue) }.contains { league in
      leagues.eventTypes.contains { canMatch(wanted, $0, of: league) }
    }
  }

  private func canMatch(_ wanted: Conditions, _ type: EventType, of league: any LeagueDescription) -> Bool {
    let use = league.use(of: type)
    guard EventType.shared.contains(type) || league.eventTypes[type] != nil else { return false }
    guard wanted.types.isEmpty || wanted.types.contains(type),
      use.hasPeriod || wanted.innings == nil, use.hasScore || wanted.scoreMargin == nil,
      use.hasOdds || (wanted.minLeverage == nil && wanted.minSwing == nil),
      use.hasSideAtBat || (wanted.batting.isEmpty && wanted.pitching.isEmpty)
    else { return false }
    func canHave(_ tag: Tag) -> Bool {
      guard !wanted.notTags.contains(tag) else { return false }
      guard let use = league.use(of: tag) else { return foreign[league.id]?.contains(tag) != true }
      return use.types.contains(type) && use.first <= wanted.innings?.upperBound ?? .max
    }
    return (wanted.tags.isEmpty || wanted.tags.contains(where: canHave)) && wanted.allTags.allSatisfy(canHave)
  }

  /// Returns the fewest keys whose conditions no event meets together, in their order; nil if an event can meet all.
  func conflict(in wanted: Conditions) -> [ConditionKey]? {
    guard !canMatch(wanted) else { return nil }
    let keys = wanted.keys
    let pairs = keys.enumerated().flatMap { index, key in keys.dropFirst(index + 1).map { [key, $0] } }
    return (keys.map { [$0] } + pairs).first { !canMatch(wanted.only($0)) } ?? keys
  }

  /// Returns the words about a conflict, such as `no event meets 'tags' and 'innings' together`.
  static func words(for conflict: [ConditionKey]) -> String {
    let keys = conflict.map { "'\($0.rawValue)'" }
    guard keys.count > 1 else { return "no event meets its \(keys.first ?? "conditions")" }
    return "no event meets \(keys.listed(with: "and")) together"
  }

  /// Returns what explains a conflict, such as `'final' is on livegame.status, at which no side bats`.
  func facts(about conflict: [ConditionKey], in wanted: Conditions) -> String? {
    let wanted = wanted.only(conflict)
    let tags = (wanted.tags + wanted.allTags).prefix(3).compactMap { fact(about: $0, in: wanted) }
    let types = tags.isEmpty ? wanted.types.prefix(3).compactMap { fact(about: $0, in: wanted) } : []
    return tags.isEmpty && types.isEmpty ? nil : (tags + types).joined(separator: ", ")
  }

  private func fact(about tag: Tag, in wanted: Conditions) -> String? {
    if wanted.notTags.contains(tag) { return "'\(tag.rawValue)' is also in 'not_tags'" }
    let asked = leagues.named(wanted.leagues).all
    guard let league = asked.first(where: { $0.use(of: tag) != nil }), let use = league.use(of: tag) else {
      let isForeign = asked.allSatisfy { foreign[$0.id]?.contains(tag) == true }
      let owner = leagues.all.first { $0.tags.contains(tag) || $0.use(of: tag) != nil }
      return isForeign ? owner.map { "'\(tag.rawValue)' is a tag of \($0.id.rawValue)" } : nil
    }
    let types = leagues.eventTypes.filter(use.types.contains)
    let lacks = types.compactMap { lack(of: $0, in: wanted) }
    let place = "'\(tag.rawValue)' is on \(types.map(\.rawValue).joined(separator: " and "))"
    if lacks.count == types.count, let lack = lacks.first { return "\(place), \(lack.clause)" }
    return use.first > 1 ? "\(place) from \(league.periodName) \(use.first) on" : place
  }

  private func fact(about type: EventType, in wanted: Conditions) -> String? {
    lack(of: type, in: wanted)?.sentence
  }

  /// Returns what events of a type lack that the conditions need, as a clause about the type and as a sentence.
  private func lack(of type: EventType, in wanted: Conditions) -> (clause: String, sentence: String)? {
    let (uses, name) = (leagues.all.map { $0.use(of: type) }, type.rawValue)
    if wanted.innings != nil, !uses.contains(where: \.hasPeriod) {
      return ("which has no inning", "\(name) has no inning")
    }
    if wanted.scoreMargin != nil, !uses.contains(where: \.hasScore) {
      return ("which has no score", "\(name) has no score")
    }
    if wanted.minLeverage != nil || wanted.minSwing != nil, !uses.contains(where: \.hasOdds) {
      return ("which has no chances to win", "\(name) has no chances to win")
    }
    guard !wanted.batting.isEmpty || !wanted.pitching.isEmpty, !uses.contains(where: \.hasSideAtBat) else { return nil }
    return ("at which no side bats", "no side bats at \(name)")
  }

  /// Returns the tag that says earlier what a tag reports at the end, if the conditions ask for innings before the tag can
  /// occur, and do not have the earlier one.
  func earlierSign(of tag: Tag, in wanted: Conditions) -> Tag? {
    guard let use = leagues.all.lazy.compactMap({ $0.use(of: tag) }).first, let sign = use.earlierSign,
      let innings = wanted.innings, innings.lowerBound < use.first, !wanted.tags.contains(sign)
    else { return nil }
    return sign
  }

  /// Returns the first inning of a tag whose beginning the conditions leave out; nil if they leave out none.
  func missedBeginning(of tag: Tag, in wanted: Conditions) -> Int? {
    guard let use = leagues.all.lazy.compactMap({ $0.use(of: tag) }).first, use.beginsOnlyThen,
      let innings = wanted.innings, innings.lowerBound > use.first, !wanted.allTags.contains(.ended)
    else { return nil }
    return use.first
  }
}
