/// Some events of the log in order, read once for all clients that stand among them.
struct LogPage {
  /// The cursor that it was read after.
  let after: Int
  let events: [LoggedEvent]
  /// By position; an outer nil was not asked for yet.
  private var facets: [EventFacets??]

  init(after: Int, events: [LoggedEvent]) {
    (self.after, self.events) = (after, events)
    facets = Array(repeating: nil, count: events.count)
  }

  /// The cursor of one who has read it; nil when it is empty.
  var last: Int? { events.last?.sequence }

  /// Whether it holds the next event after the cursor.
  func serves(_ cursor: Int) -> Bool { after <= cursor && cursor < last ?? after }

  /// The position of the first event after the cursor.
  func position(after cursor: Int) -> Int {
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle].sequence > cursor { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Whether an event passes; one that cannot be read does, for nothing is skipped silently.
  mutating func passes(_ filter: EventFilter, at position: Int) -> Bool {
    if filter.isOpen { return true }
    let known = facets[position] ?? EventFacets(line: events[position].line)
    facets[position] = .some(known)
    return known.map(filter.matches) ?? true
  }
}
