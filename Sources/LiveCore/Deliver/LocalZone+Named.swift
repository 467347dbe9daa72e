internal import FoundationEssentials
internal import LiveModel

extension LocalZone {
  /// Creates the zone of an IANA name such as `Europe/Berlin`; nil if this system does not know it. The name stands in
  /// place of an abbreviation, because Foundation has no abbreviations without a locale.
  init?(identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    self.init(identifier) { instant in
      let date = Date(timeIntervalSince1970: Double(instant.seconds))
      return Offset(seconds: Int64(zone.secondsFromGMT(for: date)), abbreviation: identifier)
    }
  }
}
