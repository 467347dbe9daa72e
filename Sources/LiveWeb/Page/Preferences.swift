/// The choices of a visitor. A cookie keeps them; the daemon keeps nothing.
package struct Preferences: Hashable, Sendable {
  package enum Theme: String, CaseIterable, Sendable {
    /// That of the device.
    case system
    case light, dark
  }

  /// Favourite teams, as `mlb/136`: the league and the id of the team. At most `mostFavourites`.
  package var favourites: [String] = []
  package var theme = Theme.system
  /// Whether scores, records and all else that reveals a result are left out.
  package var hidesScores = false
  /// How long every fact is held back, for people whose television is behind the feed. From 0 to `longestDelay` s.
  package var delay = 0
  /// Whether new scores are announced to screen readers.
  package var announces = true
  /// Whether single keys are shortcuts.
  package var hasShortcuts = true

  /// The choices that the address makes instead of the cookie, as items of its query: `scores=hidden`, `delay=35`. Links
  /// of the page keep them.
  package var asked: [String] = []

  package static let mostFavourites = 30
  package static let longestDelay = 600

  package init() {}

  /// `?scores=hidden`; empty without choices of the address.
  var asChoices: String { asked.isEmpty ? "" : "?" + asked.joined(separator: "&") }

  /// The query of an address with these choices that shows scores: `?scores=shown&delay=35`.
  var showingScores: String {
    "?" + (["scores=shown"] + asked.filter { !$0.hasPrefix("scores=") }).joined(separator: "&")
  }

  /// `&scores=hidden`; empty without choices of the address.
  var asMoreChoices: String { asked.map { "&" + $0 }.joined() }
}
