/// The revisions of a fact that wait for a sink: from when they may be delivered, and when they are given up. Times are in
/// seconds from the beginning of the history, which is midnight.
struct DeliveryWait: Hashable, Sendable {
  /// The number of the oldest that waits.
  var first: Int
  /// When that was logged.
  var logged: Int
  /// From when it is due.
  var ready: Int
  /// It is given up between these.
  var earliestEnd: Int
  var latestEnd: Int

  /// Nothing is sent at night, where a sink has quiet hours.
  static let night = (from: 7200, to: 14_400)
  static let day = 86_400

  /// `delay` after it was logged it is due, and after quiet hours when that lies in them. From then on it has the time
  /// that the sink `expires` after; a final, and what had to wait for the end of quiet hours, has a day at least. An end
  /// in quiet hours is put off until after them.
  init(first: Int, logged: Int, isFinal: Bool, _ form: DeliveryHistory.SinkForm) {
    let due = logged + form.delay
    let quietEnd = form.isQuietAtNight ? Self.quietEnd(at: due) : nil
    let life = isFinal || quietEnd != nil ? max(form.expires, Self.day) : form.expires
    var end = (quietEnd ?? due) + life
    var latest = end
    if form.isQuietAtNight, let later = Self.quietEnd(at: end) {
      // It may be in the digest of a night, which has a day.
      (end, latest) = (later + form.expires, later + Self.day)
    }
    (self.first, self.logged, ready, latestEnd) = (first, logged, quietEnd ?? due, latest)
    // Only a revision that is final has a day; which ones a message tells depends on attempts.
    earliestEnd = isFinal ? min(end, due + form.expires) : end
  }

  /// Returns when the quiet hours end in which an instant lies; nil when it lies in none.
  static func quietEnd(at second: Int) -> Int? {
    let (days, time) = second.quotientAndRemainder(dividingBy: day)
    return (night.from..<night.to).contains(time) ? days * day + night.to : nil
  }
}
