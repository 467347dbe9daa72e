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
  init(first: Int, logged: Int, isFinal: Bool, _ form: DeliveryHistory.SinkForm) {
    let due = logged + form.delay
    let quietEnd = form.isQuietAtNight ? Self.quietEnd(at: due) : nil
    let life = isFinal || quietEnd != nil ? max(form.expires, Self.day) : form.expires
    var end = (quietEnd ?? due) + life
    var latest = end
    if form.isQuietAtNight, let later = Self.quietEnd(at: end) {
      // The revision may be in a digest, which has a day.
      (end, latest) = (later + form.expires, later + Self.day)
    }
    (self.first, self.logged, ready, latestEnd) = (first, logged, quietEnd ?? due, latest)
    // Only a final revision has a day; which revisions a message contains depends on attempts.
    earliestEnd = isFinal ? min(end, due + form.expires) : end
  }

  /// Returns the end of the quiet hours that contain an instant; nil if none do.
  static func quietEnd(at second: Int) -> Int? {
    let (days, time) = second.quotientAndRemainder(dividingBy: day)
    return (night.from..<night.to).contains(time) ? days * day + night.to : nil
  }
}
