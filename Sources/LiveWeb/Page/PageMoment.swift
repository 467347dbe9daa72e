internal import LiveModel

/// An instant of the past for the template `moment`. One of the last hours is a time that the browser writes in its own
/// zone. An older one has its date, and stays in the daemon's zone, because another zone may have another date.
struct PageMoment: Hashable, Sendable {
  var near: PageTime?
  var far: PageTime?

  /// The age up to which an instant needs no date.
  private static let nearness = Duration.seconds(12 * 3600)

  init(_ instant: Timestamp, beside now: Timestamp, in zone: LocalZone) {
    var time = PageTime(instant, in: zone)
    if Self.isNear(instant, now) {
      near = time
    } else {
      time.text = Self.text(of: instant, beside: now, in: zone)
      far = time
    }
  }

  /// Returns the instant for a sentence, with the zone: `7:05 PM EDT`, or `Jul 14, 7:05 PM EDT` if it is not near.
  static func text(of instant: Timestamp, beside now: Timestamp, in zone: LocalZone) -> String {
    let local = zone.time(at: instant)
    let time = "\(local.onTwelveHourClock) \(local.zone)"
    return isNear(instant, now) ? time : "\(local.date.monthAndDay), \(time)"
  }

  private static func isNear(_ instant: Timestamp, _ now: Timestamp) -> Bool {
    let age = now - instant
    return age < nearness && age > .zero - nearness
  }
}
