extension Meters {
  /// What a revision is to those before it.
  private enum Change: String, CaseIterable { case first, revision, retraction }

  /// A part of the way from the field to a receiver.
  private enum Stage: String, CaseIterable {
    case playToFeed = "play_to_feed"
    case feedToSeen = "feed_to_seen"
    case seenToLogged = "seen_to_logged"
    case loggedToSent = "logged_to_sent"

    var metric: Metric {
      switch self {
      case .playToFeed: .playToFeed
      case .feedToSeen: .feedToSeen
      case .seenToLogged: .seenToLogged
      case .loggedToSent: .loggedToSent
      }
    }

    /// A replay of an old game is years behind; a receiver may well be away for a day.
    var most: Duration? {
      switch self {
      case .playToFeed, .feedToSeen: .seconds(3600)
      case .seenToLogged, .loggedToSent: nil
      }
    }
  }

  func expectEvents() {
    for type in EventType.allCases { for change in Change.allCases { count(type, change, by: 0) } }
    for stage in Stage.allCases { discarded(stage, by: 0) }
    for metric in [Metric.playToFeed, .feedToSeen, .seenToLogged] { expect(metric) }
  }

  /// Takes what one answer has brought to the log, at `now`. With `isCatchUp` it is the first answer of its game, and
  /// nobody waited for what had been.
  func logged(_ events: [Event], isCatchUp: Bool, at now: Timestamp) {
    for event in events {
      count(event.type, event.data.retracted ? .retraction : event.data.revision > 1 ? .revision : .first)
      add(now - event.data.observedAt, to: .seenToLogged)
      guard !isCatchUp, event.isFreshPlay else { continue }
      // A provisional one has the time of its beginning.
      if !event.data.provisional { add(event.data.feedAt - event.time, to: .playToFeed) }
      add(event.data.observedAt - event.data.feedAt, to: .feedToSeen)
    }
  }

  /// A receiver has taken at `now` what was due at an earlier time.
  func sent(to sink: String, dueAt due: Timestamp, at now: Timestamp) {
    add(now - due, to: .loggedToSent, [.init(.sink, sink)])
  }

  private func count(_ type: EventType, _ change: Change, by amount: Int = 1) {
    count(.eventsLogged, [.init(.type, type.rawValue), .init(.change, change.rawValue)], by: amount)
  }

  private func add(_ span: Duration, to stage: Stage, _ labels: [Metric.Label] = []) {
    guard span >= .zero, stage.most.map({ span <= $0 }) ?? true else { return discarded(stage) }
    time(stage.metric, labels, as: span)
  }

  private func discarded(_ stage: Stage, by amount: Int = 1) {
    count(.samplesDiscarded, [.init(.stage, stage.rawValue)], by: amount)
  }
}

extension Event {
  /// Told for the first time, and as soon as it was in the feed.
  fileprivate var isFreshPlay: Bool {
    [.play, .action].contains(type) && data.revision == 1 && !data.late
  }
}
