/// A span of time as people write it: `500ms`, `2s`, `10m`, `1h30m`, `24h`.
enum DurationText {
  /// No longer than this, so that no sum of settings can overflow.
  static let longest = Duration.seconds(10_000 * 3600)

  /// For the mend of a fault.
  static let examples = "'500ms', '2s', '10m' or '1h30m'"

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Whole numbers with units, from the greatest to the smallest, each unit once. Nil for anything else, and over
  /// 10,000 hours.
  static func parse(_ text: String) -> Duration? {
    var rest = text.utf8[...]
    var left = units[...]
    var total: Int64 = 0
    repeat {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      rest = rest.dropFirst(unit.count)
      guard digits.count <= 9, let count = Int(Substring(digits), in: 0...999_999_999),
        let place = left.firstIndex(where: { $0.name.utf8.elementsEqual(unit) })
      else { return nil }
      total += Int64(count) * left[place].milliseconds
      left = left[(place + 1)...]
    } while !rest.isEmpty
    let span = Duration.milliseconds(total)
    return span <= longest ? span : nil
  }

  /// The shortest text that `parse` reads back; what is finer than a millisecond is cut, and nothing is `0s`.
  static func text(of span: Duration) -> String {
    let (seconds, attoseconds) = span.components
    var rest = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    guard rest > 0 else { return "0s" }
    var text = ""
    for unit in units where rest >= unit.milliseconds {
      text += "\(rest / unit.milliseconds)\(unit.name)"
      rest %= unit.milliseconds
    }
    return text
  }
}

/// A number of bytes as people write it: `64KiB`, `500MB`, `1GiB`.
enum SizeText {
  /// For the mend of a fault.
  static let examples = "'64KiB', '500MB' or '1GiB'"

  private static let units: [(name: String, bytes: Int)] = [
    ("TiB", 1 << 40), ("TB", 1_000_000_000_000), ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20),
    ("MB", 1_000_000), ("KiB", 1 << 10), ("kB", 1000), ("B", 1),
  ]

  /// A whole number of at most nine digits and a unit; nil for anything else.
  static func parse(_ text: String) -> Int? {
    let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let name = text.utf8.dropFirst(digits.count)
    guard digits.count <= 9, let count = Int(Substring(digits), in: 0...999_999_999),
      let unit = units.first(where: { $0.name.utf8.elementsEqual(name) })
    else { return nil }
    let (bytes, overflows) = count.multipliedReportingOverflow(by: unit.bytes)
    return overflows ? nil : bytes
  }

  /// In the greatest unit that leaves no rest.
  static func text(of bytes: Int) -> String {
    guard bytes > 0, let unit = units.first(where: { bytes.isMultiple(of: $0.bytes) }) else { return "\(bytes)B" }
    return "\(bytes / unit.bytes)\(unit.name)"
  }
}

/// The names of time zones that a slip is compared with. Which names are known is for the system's own list to say.
///
/// - Source: IANA's time zone database, the zones of its `zone1970.tab` where many people live.
enum TimeZoneName {
  static let all = areas.flatMap { area, cities in cities.split(separator: " ").map { "\(area)/\($0)" } }

  /// The nearest name, or the only one with that city.
  static func meant(by text: String) -> String? {
    if let name = Suggestion.nearest(to: text, among: all) { return name }
    let cities = all.map { String($0.split(separator: "/").last ?? "") }
    let last = text.split(separator: "/").last.map(String.init) ?? text
    guard let city = Suggestion.nearest(to: last, among: cities) else { return nil }
    return all.first { $0.hasSuffix("/\(city)") }
  }

  private static let areas = [
    (
      "America",
      """
      Anchorage Asuncion Bogota Boise Buenos_Aires Caracas Chicago Chihuahua Costa_Rica Denver Detroit Edmonton \
      El_Salvador Guatemala Guayaquil Halifax Havana Hermosillo Indiana/Indianapolis Jamaica Kentucky/Louisville La_Paz \
      Lima Los_Angeles Managua Matamoros Mexico_City Monterrey Montevideo New_York Nome Panama Phoenix Port-au-Prince \
      Puerto_Rico Regina Santiago Santo_Domingo Sao_Paulo St_Johns Tegucigalpa Tijuana Toronto Vancouver Winnipeg
      """
    ),
    (
      "Europe",
      """
      Amsterdam Andorra Athens Belgrade Berlin Bratislava Brussels Bucharest Budapest Chisinau Copenhagen Dublin Gibraltar \
      Helsinki Istanbul Kyiv Lisbon Ljubljana London Luxembourg Madrid Malta Monaco Moscow Oslo Paris Prague Riga Rome \
      Sarajevo Skopje Sofia Stockholm Tallinn Tirane Vaduz Vienna Vilnius Warsaw Zagreb Zurich
      """
    ),
    (
      "Asia",
      """
      Baghdad Bangkok Beirut Colombo Dhaka Dubai Ho_Chi_Minh Hong_Kong Jakarta Jerusalem Karachi Kathmandu Kolkata Kuwait \
      Manila Riyadh Seoul Shanghai Singapore Taipei Tashkent Tbilisi Tehran Tokyo Yerevan
      """
    ),
    ("Africa", "Accra Algiers Cairo Casablanca Johannesburg Lagos Nairobi Tunis"),
    ("Atlantic", "Azores Bermuda Canary Cape_Verde Reykjavik"),
    ("Australia", "Adelaide Brisbane Darwin Hobart Melbourne Perth Sydney"),
    ("Pacific", "Auckland Fiji Guam Honolulu Pago_Pago"),
  ]
}

/// Finds what somebody probably meant.
enum Suggestion {
  /// The name that differs only in case, in `-` for `_`, or by what stands before its last `.`; else the first of those
  /// that are the fewest slips away; nil when all are too far to be a slip.
  static func nearest(to text: String, among names: [String]) -> String? {
    let wanted = folded(text)
    guard !wanted.isEmpty, wanted.utf8.count <= 48 else { return nil }
    if let same = names.first(where: { folded($0) == wanted || folded($0).hasSuffix(".\(wanted)") }) { return same }
    let allowed = max(1, min(2, wanted.utf8.count / 3))
    let ranked = names.map { (name: $0, slips: slips(from: wanted, to: folded($0))) }
    return ranked.filter { $0.slips <= allowed && $0.slips < wanted.utf8.count }.min { $0.slips < $1.slips }?.name
  }

  /// `did you mean 'x'?`, else `otherwise`.
  static func hint(_ text: String, among names: [String], otherwise: String) -> String {
    nearest(to: text, among: names).map { "did you mean '\($0)'?" } ?? otherwise
  }

  private static func folded(_ text: String) -> String {
    String(text.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
  }

  /// Letters to insert, remove, replace, or swap with their neighbour.
  ///
  /// - Source: optimal string alignment, the restricted edit distance of Damerau and Levenshtein.
  static func slips(from left: String, to right: String) -> Int {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var before: [Int] = []
    var above = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let replaced = above[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(replaced, above[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      (before, above) = (above, current)
    }
    return above[right.count]
  }
}
