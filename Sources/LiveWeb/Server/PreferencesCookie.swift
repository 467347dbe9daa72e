internal import LiveModel

/// The cookie with a visitor's preferences: `f=mlb/136~mlb/147&t=dark&s=0&d=35&a=0&k=0`. Only what differs from the
/// defaults is written.
package enum PreferencesCookie {
  package static let name = "livegamed_choices"

  /// Reads the value of the cookie. Parts that are malformed count as absent.
  package static func preferences(in value: String) -> Preferences {
    var preferences = Preferences()
    for part in value.prefix(1000).split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { continue }
      switch pair[0] {
      case "f":
        let teams = pair[1].split(separator: "~").map(String.init).filter(isTeam)
        preferences.favourites = Array(teams.prefix(Preferences.mostFavourites))
      case "t": preferences.theme = Preferences.Theme(rawValue: pair[1]) ?? .system
      case "s": preferences.hidesScores = pair[1] == "0"
      case "d": preferences.delay = delay(pair[1]) ?? 0
      case "a": preferences.announces = pair[1] != "0"
      case "k": preferences.hasShortcuts = pair[1] != "0"
      default: break
      }
    }
    return preferences
  }

  /// Returns the value of the cookie.
  package static func value(of preferences: Preferences) -> String {
    var parts: [String] = []
    if !preferences.favourites.isEmpty { parts.append("f=" + preferences.favourites.joined(separator: "~")) }
    if preferences.theme != .system { parts.append("t=\(preferences.theme.rawValue)") }
    if preferences.hidesScores { parts.append("s=0") }
    if preferences.delay > 0 { parts.append("d=\(preferences.delay)") }
    if !preferences.announces { parts.append("a=0") }
    if !preferences.hasShortcuts { parts.append("k=0") }
    return parts.joined(separator: "&")
  }

  /// Returns whether a text names a team: `mlb/136`.
  package static func isTeam(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && (1...10).contains(parts[0].utf8.count) && (1...10).contains(parts[1].utf8.count)
      && parts[0].utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      && parts[1].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Reads a delay in seconds; nil unless it is a number within bounds.
  package static func delay(_ text: String) -> Int? {
    Int(text, in: 0...Preferences.longestDelay)
  }
}

extension Preferences {
  /// Returns the preferences with the choices of a query: `delay=35`, `scores=hidden` or `scores=shown`.
  func choosing(_ query: FormValues) -> Preferences {
    var preferences = self
    if let delay = query["delay"].flatMap(PreferencesCookie.delay) {
      preferences.delay = delay
      preferences.asked.append("delay=\(delay)")
    }
    if let scores = query["scores"] {
      preferences.hidesScores = scores == "hidden"
      preferences.asked.append("scores=\(preferences.hidesScores ? "hidden" : "shown")")
    }
    return preferences
  }

  /// Returns the preferences after the form of `/settings`. A box that is not checked is not in the form.
  func changed(by form: FormValues) -> Preferences {
    var preferences = self
    preferences.theme = form["theme"].flatMap(Preferences.Theme.init) ?? theme
    preferences.hidesScores = form["scores"].map { $0 == "hidden" } ?? hidesScores
    preferences.delay = form["delay"].flatMap(PreferencesCookie.delay) ?? delay
    preferences.announces = form["announcements"] != nil
    preferences.hasShortcuts = form["shortcuts"] != nil
    return preferences
  }

  /// Returns the preferences after the form of a favourite: `team=mlb/136`, `on=1` or `on=0`.
  func favouring(_ form: FormValues) -> Preferences {
    guard let team = form["team"], PreferencesCookie.isTeam(team) else { return self }
    var preferences = self
    preferences.favourites.removeAll { $0 == team }
    if form["on"] == "1" { preferences.favourites.append(team) }
    preferences.favourites = Array(preferences.favourites.suffix(Preferences.mostFavourites))
    return preferences
  }
}
