internal import LiveModel

/// A `log` request: a range of the log, and which of its events one page contains.
struct LogQuestion: Hashable, Sendable {
  var range: LogRange
  /// The events to send; an empty filter selects all events.
  var filter = EventFilter()
  /// The number of events in the page, at most `mostEvents`.
  var limit = standardLimit

  /// The maximum number of events in one page.
  static let mostEvents = 100
  /// The number of events when the request has no `limit`.
  static let standardLimit = 100

  /// Returns whether the page contains an event. An event that cannot be decoded is contained, so that none is skipped
  /// silently.
  func isWanted(_ event: LoggedEvent) -> Bool {
    if filter.isOpen { return true }
    var traits = LineTraits()
    return traits.pass(filter.match, event.line[...])
  }

  var limits: LogPage.Limits { LogPage.Limits(events: min(limit, Self.mostEvents)) }
}

extension LogQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case op, id, `protocol`, after, before, since, until, last, filter, game, sink, limit
    case newestOnly = "newest_only"
  }

  /// Decodes the members of a `log` request. An unknown member, a wrong number and both of `after` and `before` are
  /// errors.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let after = try container.number(.after, in: Subscription.sequences)
    let before = try container.number(.before, in: Subscription.sequences)
    guard after == nil || before == nil else {
      throw Request.Refusal(code: .malformed, message: "name one of 'after' and 'before'")
    }
    let range = LogRange(
      cursor: after.map { .after($0) } ?? .before(before),
      since: try container.time(.since), until: try container.time(.until),
      last: try container.number(.last, in: Subscription.sequences),
      game: try container.number(.game, in: Subscription.sequences),
      sink: try container.decodeIfPresent(String.self, forKey: .sink),
      isNewestOnly: try container.decodeIfPresent(Bool.self, forKey: .newestOnly) ?? false)
    self.init(
      range: range, filter: try container.decodeIfPresent(EventFilter.self, forKey: .filter) ?? EventFilter(),
      limit: try container.number(.limit, in: 1...Int.max) ?? Self.standardLimit)
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Query.Name.log, forKey: .op)
    switch range.cursor {
    case .after(let sequence): try container.encode(sequence, forKey: .after)
    case .before(let sequence): try container.encodeIfPresent(sequence, forKey: .before)
    }
    try container.encodeIfPresent(range.since, forKey: .since)
    try container.encodeIfPresent(range.until, forKey: .until)
    try container.encodeIfPresent(range.last, forKey: .last)
    try container.encodeIfPresent(range.game, forKey: .game)
    try container.encodeIfPresent(range.sink, forKey: .sink)
    if range.isNewestOnly { try container.encode(true, forKey: .newestOnly) }
    if !filter.isOpen { try container.encode(filter, forKey: .filter) }
    if limit != Self.standardLimit { try container.encode(limit, forKey: .limit) }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a time; nil for an absent one.
  fileprivate func time(_ key: Key) throws -> Timestamp? {
    guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
    guard let time = Timestamp(rfc3339: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "must be a time in RFC 3339, such as 2026-07-14T23:10:00Z")
    }
    return time
  }
}

extension LogPage {
  func addMembers(to line: inout ReplyLine) {
    // The line of an event is one object; `add` puts its braces back.
    line.add("events", objects: events.map { Array($0.line.dropFirst().dropLast()) })
    if let next { line.add("next", next) }
    if let end { line.add("last", end) }
  }
}
