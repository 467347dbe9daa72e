/// An `explain` request: the event whose outcomes are asked for.
struct EventQuestion: Hashable, Sendable {
  var selection: EventSelection

  /// The maximum length of an id in bytes, more than any event has.
  static let longestID = 256
}

extension EventQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, sequence, event }

  /// Decodes exactly one of `sequence` and `event`. An unknown member is an error.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let sequence = try container.decodeIfPresent(Int.self, forKey: .sequence)
    let id = try container.decodeIfPresent(String.self, forKey: .event)
    guard let selection = Self.selection(sequence, id) else {
      throw Request.Refusal(
        code: .malformed, message: "name an event by 'sequence', its number, or by 'event', its id")
    }
    self.init(selection: selection)
  }

  private static func selection(_ sequence: Int?, _ id: String?) -> EventSelection? {
    if let sequence { return id == nil && Subscription.sequences.contains(sequence) ? .sequence(sequence) : nil }
    return id.flatMap { $0.utf8.count <= longestID ? .id($0) : nil }
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Query.Name.explain, forKey: .op)
    switch selection {
    case .sequence(let sequence): try container.encode(sequence, forKey: .sequence)
    case .id(let id): try container.encode(id, forKey: .event)
    }
  }
}
