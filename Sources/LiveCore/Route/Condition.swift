internal import LiveModel

/// One condition of a route, a filter or `follow`, stored as sets so that a test is a lookup.
struct Condition: Sendable {
  private enum Test {
    case leagues(Set<String>)
    case clubs(ClubNames)
    case players(ids: Set<Int>, names: Set<FoldedName>)
    case types(Set<EventType>)
    case tags(Set<Tag>)
    case allTags(Set<Tag>)
    case notTags(Set<Tag>)
    case range(ClosedRange<Int>)
    case threshold(Double)
    case provisional(Bool)
  }

  let key: ConditionKey
  /// The condition's value, as an explanation shows it.
  private let wants: String
  private let test: Test

  private init(_ key: ConditionKey, _ wants: String, _ test: Test) {
    (self.key, self.wants, self.test) = (key, wants, test)
  }

  /// Tests the event, and returns the required and the actual value.
  func finding(in event: EventTraits) -> Explanation.Finding {
    Explanation.Finding(key: key.rawValue, wants: wants, has: shown(event), fits: fits(event))
  }

  /// Returns whether the event meets the condition. A missing number is in no range, a missing club in no list.
  func fits(_ event: EventTraits) -> Bool {
    if event.unknown.contains(key) { return true }
    switch test {
    case .leagues(let wanted): return wanted.contains(event.league.rawValue)
    case .clubs(let wanted): return clubs(event).contains { wanted.contains($0, in: event.league) }
    case .players(let ids, let names):
      return event.people.contains { ids.contains($0.id) || (!names.isEmpty && names.contains(FoldedName($0.name))) }
    case .types(let wanted): return wanted.contains(event.type)
    case .tags(let wanted): return event.tags.contains(where: wanted.contains)
    case .allTags(let wanted): return wanted.isSubset(of: event.tags)
    case .notTags(let unwanted): return unwanted.isDisjoint(with: event.tags)
    case .range(let wanted): return number(event).map(wanted.contains) ?? false
    case .threshold(let least): return value(event).map { $0 >= least } ?? false
    case .provisional(let wanted): return event.isProvisional == wanted
    }
  }

  private func shown(_ event: EventTraits) -> String {
    switch test {
    case .leagues: event.league.rawValue
    case .clubs: clubs(event).filter { !$0.isEmpty }.joined(separator: ", ")
    case .players: event.people.map(\.label).joined(separator: ", ")
    case .types: event.type.rawValue
    case .tags, .allTags, .notTags: event.tags.map(\.rawValue).joined(separator: ", ")
    case .range: number(event).map { "\($0)" } ?? ""
    case .threshold: value(event).map(Threshold.shown) ?? ""
    case .provisional: "\(event.isProvisional)"
    }
  }

  private func clubs(_ event: EventTraits) -> [String] {
    switch key {
    case .batting: [event.batting].compactMap(\.self)
    case .pitching: [event.pitching].compactMap(\.self)
    default: event.teams
    }
  }

  private func value(_ event: EventTraits) -> Double? { key == .minSwing ? event.swing : event.leverage }

  private func number(_ event: EventTraits) -> Int? {
    switch key {
    case .innings: event.period
    case .scoreMargin: event.scoreMargin
    default: event.importance
    }
  }
}

/// Factories. Each returns nil for an empty list or a missing value, since no condition then applies.
extension Condition {
  static func leagues(_ names: [String]) -> Condition? { list(.leagues, names, .leagues(Set(names))) }

  static func teams(_ names: [String], _ leagues: Leagues) -> Condition? { clubs(.teams, names, leagues) }

  static func batting(_ names: [String], _ leagues: Leagues) -> Condition? { clubs(.batting, names, leagues) }

  static func pitching(_ names: [String], _ leagues: Leagues) -> Condition? { clubs(.pitching, names, leagues) }

  static func players(_ names: [PlayerName]) -> Condition? {
    var (ids, folded): (Set<Int>, Set<FoldedName>) = ([], [])
    for name in names {
      switch name {
      case .id(let id): ids.insert(id)
      case .name(let text): folded.insert(FoldedName(text))
      }
    }
    return list(.players, names.map(\.description), .players(ids: ids, names: folded))
  }

  static func types(_ types: [EventType]) -> Condition? { list(.types, types.map(\.rawValue), .types(Set(types))) }

  static func tags(_ tags: [Tag]) -> Condition? { list(.tags, tags.map(\.rawValue), .tags(Set(tags))) }

  static func allTags(_ tags: [Tag]) -> Condition? {
    list(.allTags, tags.map(\.rawValue), .allTags(Set(tags)), before: "all of ")
  }

  static func notTags(_ tags: [Tag]) -> Condition? {
    list(.notTags, tags.map(\.rawValue), .notTags(Set(tags)), before: "none of ")
  }

  /// Returns the condition of a key with `bounds`.
  static func range(_ key: ConditionKey, _ range: ClosedRange<Int>?) -> Condition? {
    range.map { Condition(key, RangeText.text(of: $0, from: key.bounds?.lowerBound ?? 0), .range($0)) }
  }

  /// Returns the condition of a key with `leastValues`.
  static func threshold(_ key: ConditionKey, _ least: Double?) -> Condition? {
    least.map { Condition(key, "at least \(Threshold.shown($0))", .threshold($0)) }
  }

  static func provisional(_ wanted: Bool?) -> Condition? {
    wanted.map { Condition(.provisional, "\($0)", .provisional($0)) }
  }

  private static func clubs(_ key: ConditionKey, _ names: [String], _ leagues: Leagues) -> Condition? {
    names.isEmpty ? nil : list(key, names, .clubs(ClubNames(names, leagues)))
  }

  private static func list(
    _ key: ConditionKey, _ names: [String], _ test: Test, before prefix: String = ""
  ) -> Condition? {
    names.isEmpty ? nil : Condition(key, prefix + names.joined(separator: ", "), test)
  }
}

extension Person {
  /// The player as `Shohei Ohtani (660271)`.
  fileprivate var label: String { name.isEmpty ? "\(id)" : id == 0 ? name : "\(name) (\(id))" }
}
