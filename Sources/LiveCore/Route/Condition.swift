/// One condition of a rule or of `follow`, laid out so that an event is judged without a search.
struct Condition: Sendable {
  private enum Test {
    case leagues(Set<String>)
    case clubs(Set<String>)
    case players(ids: Set<Int>, names: Set<FoldedName>)
    case types(Set<EventType>)
    case tags(Set<Tag>)
    case innings(ClosedRange<Int>)
    case scoreMargin(ClosedRange<Int>)
    case importance(ClosedRange<Int>)
  }

  /// Of the configuration.
  private let key: String
  /// Its value there.
  private let wants: String
  private let test: Test

  private init(_ key: String, _ wants: String, _ test: Test) {
    (self.key, self.wants, self.test) = (key, wants, test)
  }

  /// What is asked of an event, and what it has there.
  func finding(in event: Event) -> Explanation.Finding {
    let (has, fits) = judged(event)
    return Explanation.Finding(key: key, wants: wants, has: has, fits: fits)
  }

  private func judged(_ event: Event) -> (has: String, fits: Bool) {
    let data = event.data
    switch test {
    case .leagues(let wanted): return (data.league.rawValue, wanted.contains(data.league.rawValue))
    case .clubs(let wanted):
      let teams = [data.game.away, data.game.home].map(\.abbreviation)
      return (teams.joined(separator: ", "), teams.contains { wanted.contains(ClubName.canonical($0)) })
    case .players(let ids, let names):
      let people = event.participants
      return (
        people.map(\.label).joined(separator: ", "),
        people.contains { ids.contains($0.id) || (!names.isEmpty && names.contains(FoldedName($0.name))) }
      )
    case .types(let wanted): return (event.type.rawValue, wanted.contains(event.type))
    case .tags(let wanted):
      return (data.tags.map(\.rawValue).joined(separator: ", "), data.tags.contains(where: wanted.contains))
    case .innings(let wanted): return Self.judged(data.inning?.number, wanted)
    case .scoreMargin(let wanted): return Self.judged(event.scoreMargin, wanted)
    case .importance(let wanted): return Self.judged(data.importance, wanted)
    }
  }

  /// What an event does not have fits no range.
  private static func judged(_ number: Int?, _ wanted: ClosedRange<Int>) -> (has: String, fits: Bool) {
    number.map { ("\($0)", wanted.contains($0)) } ?? ("", false)
  }
}

/// Nil where a list is empty or a range not given: what is not asked fits.
extension Condition {
  static func leagues(_ names: [String]) -> Condition? { list("leagues", names, .leagues(Set(names))) }

  static func teams(_ names: [String]) -> Condition? {
    list("teams", names, .clubs(Set(names.map(ClubName.canonical))))
  }

  static func players(_ names: [PlayerName]) -> Condition? {
    var (ids, folded): (Set<Int>, Set<FoldedName>) = ([], [])
    for name in names {
      switch name {
      case .id(let id): ids.insert(id)
      case .name(let text): folded.insert(FoldedName(text))
      }
    }
    return list("players", names.map(\.description), .players(ids: ids, names: folded))
  }

  static func types(_ types: [EventType]) -> Condition? { list("types", types.map(\.rawValue), .types(Set(types))) }

  static func tags(_ tags: [Tag]) -> Condition? { list("tags", tags.map(\.rawValue), .tags(Set(tags))) }

  static func innings(_ range: ClosedRange<Int>?) -> Condition? {
    range.map { Condition("innings", RangeText.text(of: $0, from: 1), .innings($0)) }
  }

  static func scoreMargin(_ range: ClosedRange<Int>?) -> Condition? {
    range.map { Condition("score_margin", RangeText.text(of: $0, from: 0), .scoreMargin($0)) }
  }

  static func importance(_ range: ClosedRange<Int>?) -> Condition? {
    range.map { Condition("importance", RangeText.text(of: $0, from: 0), .importance($0)) }
  }

  private static func list(_ key: String, _ names: [String], _ test: Test) -> Condition? {
    names.isEmpty ? nil : Condition(key, names.joined(separator: ", "), test)
  }
}

extension Person {
  /// `Shohei Ohtani (660271)`
  fileprivate var label: String { name.isEmpty ? "\(id)" : id == 0 ? name : "\(name) (\(id))" }
}
