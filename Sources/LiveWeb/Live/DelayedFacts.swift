internal import LiveCore
internal import LiveModel

/// The facts that a viewer may see whose television is behind the feed. Pure.
///
/// A fact becomes visible `delay` after it was observed, with the revision that is the newest then: a play that was
/// corrected in the meantime is shown corrected only, and one that was retracted is not shown. A later revision becomes
/// visible `delay` after it was observed itself.
struct DelayedFacts: Sendable {
  /// The visible events in log order. The first one of a fact has the sequence of its first revision, because that is
  /// its turn in a stream.
  let events: [SequencedEvent]
  /// Every event up to this sequence has had its turn.
  let cursor: Int
  /// The time until the next event has its turn; nil if none waits.
  let nextChange: Duration?

  /// - Parameters:
  ///   - logged: all revisions in log order.
  ///   - newest: the newest sequence of the log at the time of the read.
  ///   - delay: zero shows everything.
  ///   - now: the present time.
  init(_ logged: [SequencedEvent], newest: Int, delay: Duration, at now: Timestamp) {
    guard delay > .zero else {
      (events, cursor, nextChange) = (logged, newest, nil)
      return
    }
    let waiting = logged.filter { $0.event.data.observedAt + delay > now }
    cursor = waiting.map { $0.sequence - 1 }.min() ?? newest
    nextChange = waiting.map { $0.event.data.observedAt + delay - now }.min()

    var (visible, places) = ([SequencedEvent](), [Fact: Place]())
    for entry in logged {
      let (fact, observed) = (entry.event.data.fact, entry.event.data.observedAt)
      guard var place = places[fact] else {
        guard observed + delay <= now else { continue }
        places[fact] = Place(index: visible.count, turn: observed + delay)
        visible.append(entry)
        continue
      }
      if observed <= place.turn {
        // The fact was not visible yet when it changed.
        visible[place.index].event = entry.event.asNews
      } else if visible[place.index].event.data.retracted, !place.isShown {
        // The fact was retracted before its turn, and has come back.
        guard observed + delay <= now else { continue }
        place.turn = observed + delay
        places[fact] = place
        visible[place.index] = SequencedEvent(entry.event.asNews, sequence: entry.sequence, logged: entry.logged)
      } else if observed + delay <= now {
        place.isShown = true
        places[fact] = place
        visible.append(entry)
      }
    }
    let hidden = Set(places.values.filter { !$0.isShown && visible[$0.index].event.data.retracted }.map(\.index))
    events = visible.indices.filter { !hidden.contains($0) }.map { visible[$0] }
      .sorted { $0.sequence < $1.sequence }
  }

  /// The place of a fact among the visible events.
  private struct Place {
    var index: Int
    /// The time at which the fact becomes visible.
    var turn: Timestamp
    /// Whether a later revision has followed.
    var isShown = false
  }
}
