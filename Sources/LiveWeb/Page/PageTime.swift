package import LiveModel

/// An instant for the template `time`: in the daemon's zone, until the browser writes it in its own.
package struct PageTime: Hashable, Sendable {
  /// RFC 3339.
  package var instant: String
  /// `7:12 PM`, in the daemon's zone.
  package var text: String

  package init(_ instant: Timestamp, in zone: LocalZone) {
    let time = zone.time(at: instant)
    (self.instant, text) = (instant.description, time.onTwelveHourClock)
  }
}
