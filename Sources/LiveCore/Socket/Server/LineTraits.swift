internal import LiveModel

/// The values of one line of the log for filters, decoded as far as filters need them.
struct LineTraits: Sendable {
  /// The values in the event's head. The outer nil means not decoded yet, the inner one that the line cannot be decoded.
  private var head: EventTraits??
  /// The values of the whole event, which costs several times as much to decode.
  private var whole: EventTraits??

  /// Returns whether a line passes a filter. A line that cannot be decoded passes, so that no event is skipped silently.
  mutating func pass(_ match: Match, _ line: ArraySlice<UInt8>) -> Bool {
    let traits = match.keys.contains(where: \.isDeep) ? wholeTraits(of: line) : headTraits(of: line)
    return traits.map(match.admits) ?? true
  }

  private mutating func headTraits(of line: ArraySlice<UInt8>) -> EventTraits? {
    if let head { return head }
    let read = (try? EventHead(line: line)).map(EventTraits.init)
    head = .some(read)
    return read
  }

  private mutating func wholeTraits(of line: ArraySlice<UInt8>) -> EventTraits? {
    if let whole { return whole }
    let event = try? CloudEvent(line: line).event
    let read = event.map { EventTraits($0, for: Set(ConditionKey.allCases), .known) } ?? headTraits(of: line)
    whole = .some(read)
    return read
  }
}

extension EventTraits {
  /// Takes the values of an event's head. Values that it lacks are unknown.
  init(_ head: EventHead) {
    self.init(type: EventType(rawValue: head.type))
    let data = head.data
    league = LeagueID(rawValue: data.league ?? "")
    (teams, tags) = (head.teams ?? [], (data.tags ?? []).map(Tag.init(rawValue:)))
    (scoreMargin, importance, isProvisional) = (data.score?.margin, data.importance, data.provisional ?? false)
    unknown = Set(ConditionKey.allCases.filter(\.isDeep))
    if data.league == nil { unknown.insert(.leagues) }
    if head.teams == nil { unknown.insert(.teams) }
    if data.tags == nil { unknown.formUnion([.tags, .allTags, .notTags]) }
    if data.importance == nil { unknown.insert(.importance) }
    if data.provisional == nil { unknown.insert(.provisional) }
  }
}
