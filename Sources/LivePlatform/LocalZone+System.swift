internal import Glibc
package import LiveModel

extension LocalZone {
  /// The zone of this process: that of the variable `TZ`, else that of `/etc/localtime`, else UTC.
  ///
  /// glibc reads its rules from tzdata. Both functions are thread-safe as long as no thread changes the environment.
  /// `tzset` follows a change of `/etc/localtime`; without it a daemon would keep the zone of its start.
  package static let system = LocalZone("local") { instant in
    tzset()
    var (seconds, fields) = (time_t(instant.seconds), tm())
    // Fails only for a year that does not fit an `Int32`.
    guard localtime_r(&seconds, &fields) != nil else { return Offset(seconds: 0, abbreviation: "UTC") }
    return Offset(
      seconds: Int64(fields.tm_gmtoff), abbreviation: fields.tm_zone.map { String(cString: $0) } ?? "UTC")
  }
}
