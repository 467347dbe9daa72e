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
