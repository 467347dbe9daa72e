/// The waiting revisions of a fact at a sink: when they may be delivered, and when they are given up. Times are in
/// seconds from the beginning of the history, which is midnight.
struct DeliveryWait: Hashable, Sendable {
  /// The number of the oldest waiting revision.
  var first: Int
  /// When that revision was logged.
  var logged: Int
  /// When it is due.
  var ready: Int
  /// It is given up between these two times.
  var earliestEnd: Int
  var latestEnd: Int

  /// The span of quiet hours, in which nothing is sent.
  static let night = (from: 7200, to: 14_400)
  static let day = 86_400

  /// Computes the times. A revision is due `delay` after it was logged, or after quiet hours if that lies in them.
  /// From then on it has the time of `expires`; a final, and a revision that waited for the end of quiet hours, has
  /// at least a day. An end in quiet hours moves to after them.
  ///
  /// The operator's pause is like quiet hours.
  init(first: Int, logged: Int, isFinal: Bool, _ form: DeliveryHistory.SinkForm, _ pause: OrderedPause?) {
    let due = logged + form.delay
    let quietEnd = Self.end(at: due, form, pause)
    let life = isFinal || quietEnd != nil ? max(form.expires, Self.day) : form.expires
    var end = (quietEnd ?? due) + life
    var latest = end
    if let later = Self.end(at: end, form, pause) {
      // The revision may be in a digest, which has a day.
      (end, latest) = (later + form.expires, later + Self.day)
    }
    if let pause, due < pause.latestEnd {
      // The revision may be in a digest, or its message was composed before the pause.
      latest = max(latest, (quietEnd ?? pause.latestEnd) + max(form.expires, Self.day))
    }
    (self.first, self.logged, ready, latestEnd) = (first, logged, quietEnd ?? due, latest)
    // Only a final revision has a day; which revisions a message contains depends on attempts.
    earliestEnd = isFinal ? min(end, due + form.expires) : end
  }

  /// Returns the end of the quiet hours or of the pause that contain an instant; nil if none do. One may end in the
  /// other.
  private static func end(at second: Int, _ form: DeliveryHistory.SinkForm, _ pause: OrderedPause?) -> Int? {
    func next(_ second: Int) -> Int? {
      let night = form.isQuietAtNight ? quietEnd(at: second) : nil
      return [night, pause?.end(at: second)].compactMap(\.self).max()
    }
    return next(second).map { end in next(end).map { next($0) ?? $0 } ?? end }
  }

  /// Returns the end of the quiet hours that contain an instant; nil if none do.
  static func quietEnd(at second: Int) -> Int? {
    let (days, time) = second.quotientAndRemainder(dividingBy: day)
    return (night.from..<night.to).contains(time) ? days * day + night.to : nil
  }
}

/// The operator's last pause of a sink. Times are in seconds from the beginning of the history.
struct OrderedPause: Hashable, Sendable {
  var since: Int
  /// Nil if only a command ends it.
  var until: Int?
  var ended: Int?

  /// The end of a pause that has none.
  static let never = 1 << 40
  /// The longest time until a worker notices that the time of a pause is over: a step of the simulated clock.
  static let notice = 200
  /// A pause that begins so soon after the last one continues it.
  static let gap = 3600

  func isInForce(at second: Int) -> Bool { ended == nil && until.map { second < $0 } ?? true }

  /// The latest end that the worker may have recorded.
  var latestEnd: Int { ended ?? until.map { $0 + Self.notice } ?? Self.never }

  /// Returns the end of the pause if it contains the second; nil if it does not.
  func end(at second: Int) -> Int? {
    let end = ended ?? until ?? Self.never
    return (since..<max(since, end)).contains(second) ? end : nil
  }
}
