internal import LiveModel

/// One condition of a rule or of `follow`, stored as sets so that a test is a lookup.
struct Condition: Sendable {
  private enum Test {
    case leagues(Set<String>)
    case clubs(ClubNames)
    case batting(ClubNames)
    case pitching(ClubNames)
    case players(ids: Set<Int>, names: Set<FoldedName>)
    case types(Set<EventType>)
    case tags(Set<Tag>)
    case periods(ClosedRange<Int>)
    case scoreMargin(ClosedRange<Int>)
    case importance(ClosedRange<Int>)
  }

  /// The condition's key in the configuration.
  private let key: String
  /// The condition's value in the configuration.
  private let wants: String
  private let test: Test

  private init(_ key: String, _ wants: String, _ test: Test) {
    (self.key, self.wants, self.test) = (key, wants, test)
  }

  /// Tests the event, and returns the required and the actual value.
  func finding(in event: Event, _ leagues: Leagues) -> Explanation.Finding {
    let (has, fits) = judged(event, leagues)
    return Explanation.Finding(key: key, wants: wants, has: has, fits: fits)
  }

  private func judged(_ event: Event, _ leagues: Leagues) -> (has: String, fits: Bool) {
    let data = event.data
    switch test {
    case .leagues(let wanted): return (data.league.rawValue, wanted.contains(data.league.rawValue))
    case .clubs(let wanted):
      let teams = [data.game.away, data.game.home].map(\.abbreviation)
      return (teams.joined(separator: ", "), teams.contains { wanted.contains($0, in: data.league) })
    case .batting(let wanted): return Self.judged(leagues[data.league].battingSide(at: event), of: data, wanted)
    case .pitching(let wanted): return Self.judged(leagues[data.league].battingSide(at: event)?.other, of: data, wanted)
    case .players(let ids, let names):
      let people = leagues.people(in: event)
      return (
        people.map(\.label).joined(separator: ", "),
        people.contains { ids.contains($0.id) || (!names.isEmpty && names.contains(FoldedName($0.name))) }
      )
    case .types(let wanted): return (event.type.rawValue, wanted.contains(event.type))
    case .tags(let wanted):
      return (data.tags.map(\.rawValue).joined(separator: ", "), data.tags.contains(where: wanted.contains))
    case .periods(let wanted): return Self.judged(leagues[data.league].period(of: data), wanted)
    case .scoreMargin(let wanted): return Self.judged(event.scoreMargin, wanted)
    case .importance(let wanted): return Self.judged(data.importance, wanted)
    }
  }

  /// Tests the club of a side; a missing one does not match.
  private static func judged(_ side: Side?, of data: EventData, _ wanted: ClubNames) -> (has: String, fits: Bool) {
    guard let side else { return ("", false) }
    let club = data.game.team(side).abbreviation
    return (club, wanted.contains(club, in: data.league))
  }

  /// Tests a number; a missing one is in no range.
  private static func judged(_ number: Int?, _ wanted: ClosedRange<Int>) -> (has: String, fits: Bool) {
    number.map { ("\($0)", wanted.contains($0)) } ?? ("", false)
  }
}

/// Factories, one per key. Each returns nil for an empty list or a missing range, since no condition then applies.
extension Condition {
  static func leagues(_ names: [String]) -> Condition? { list("leagues", names, .leagues(Set(names))) }

  static func teams(_ names: [String], _ leagues: Leagues) -> Condition? {
    list("teams", names, .clubs(ClubNames(names, leagues)))
  }

  static func batting(_ names: [String], _ leagues: Leagues) -> Condition? {
    list("batting", names, .batting(ClubNames(names, leagues)))
  }

  static func pitching(_ names: [String], _ leagues: Leagues) -> Condition? {
    list("pitching", names, .pitching(ClubNames(names, leagues)))
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
    range.map { Condition("innings", RangeText.text(of: $0, from: 1), .periods($0)) }
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
  /// The player as `Shohei Ohtani (660271)`.
  fileprivate var label: String { name.isEmpty ? "\(id)" : id == 0 ? name : "\(name) (\(id))" }
}

extension Event {
  /// The absolute difference of the scores; nil without a score.
  var scoreMargin: Int? {
    data.score.map { score in
      let (lead, isTooFar) = score.away.subtractingReportingOverflow(score.home)
      return isTooFar ? .max : Int(clamping: lead.magnitude)
    }
  }
}

/// A range of numbers as text: `7`, `7-9`, `7+`, `<=2`.
enum RangeText {
  /// Examples for the hint of a fault.
  static let examples = "'2', '2-4', '2+' or '<=2'"

  /// Parses a range. Returns nil for other text, for numbers of more than nine digits, and for numbers out of `bounds`.
  /// `<=` starts at the lower bound; `+` ends at `Int.max`.
  static func parse(_ text: String, within bounds: ClosedRange<Int>) -> ClosedRange<Int>? {
    func number(_ digits: some StringProtocol) -> Int? {
      let isNumber = digits.utf8.allSatisfy(\.isASCIIDigit)
      return isNumber && digits.utf8.count <= 9 ? Int(digits, in: bounds) : nil
    }
    if let exact = number(text) { return exact...exact }
    if text.hasPrefix("<=") { return number(text.dropFirst(2)).map { bounds.lowerBound...$0 } }
    if text.hasSuffix("+") { return number(text.dropLast()).map { $0...Int.max } }
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]), first <= last else { return nil }
    return first...last
  }

  /// Returns the text that `parse` reads back, with bounds that start at `floor`.
  static func text(of range: ClosedRange<Int>, from floor: Int) -> String {
    if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
    if range.upperBound == .max { return "\(range.lowerBound)+" }
    return range.lowerBound == floor ? "<=\(range.upperBound)" : "\(range.lowerBound)-\(range.upperBound)"
  }

  /// Returns the probable meaning of invalid text in valid form: `7+` for `>=7` and `7-`. Returns nil when there is
  /// none.
  static func meant(by text: String, within bounds: ClosedRange<Int>) -> String? {
    let plain = normalized(text)
    let digits = plain.filter(\.isNumber)
    let number = Int(digits, in: Int.counted)
    let candidates: [String?] = [
      plain,
      plain == "\(digits)-" || plain == ">=\(digits)" || plain == "+\(digits)" ? "\(digits)+" : nil,
      plain == ">\(digits)" ? number.map { "\($0 &+ 1)+" } : nil,
      plain == "<\(digits)" ? number.map { "<=\($0 &- 1)" } : nil,
      plain == "-\(digits)" ? "<=\(digits)" : nil,
      plain.split(separator: "-", omittingEmptySubsequences: false).reversed().joined(separator: "-"),
    ]
    return candidates.compactMap(\.self).first { $0 != text && parse($0, within: bounds) != nil }
  }

  private static func normalized(_ text: String) -> String {
    let signs = [
      ("...", "-"), ("..", "-"), ("\u{2013}", "-"), ("\u{2014}", "-"), ("to", "-"), ("\u{2264}", "<="),
      ("\u{2265}", ">="), ("=<", "<="), ("=>", ">="),
    ]
    return signs.reduce(text.lowercased().filter { !$0.isWhitespace }) { $0.replacing($1.0, with: $1.1) }
  }
}

/// Clubs by any of their abbreviations.
struct ClubNames: Sendable {
  private let leagues: Leagues
  private let names: Set<String>
  /// The current abbreviations in each league. Two leagues may use one abbreviation for different clubs.
  private let current: [LeagueID: Set<String>]

  init(_ names: [String], _ leagues: Leagues) {
    (self.leagues, self.names) = (leagues, Set(names))
    current = Dictionary(
      leagues.ids.map { id in (id, Set(names.map { leagues.currentAbbreviation($0, in: id) })) }
    ) { first, _ in first }
  }

  func contains(_ abbreviation: String, in league: LeagueID) -> Bool {
    (current[league] ?? names).contains(leagues.currentAbbreviation(abbreviation, in: league))
  }
}
