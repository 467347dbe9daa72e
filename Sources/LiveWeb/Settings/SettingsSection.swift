package import LiveModel

/// The form of a visitor's preferences: `/settings`. The server takes what it sends.
package struct SettingsSection: PageSection {
  private let source: any PageSource
  private let hasLogin: Bool

  /// - Parameters:
  ///   - source: the daemon.
  ///   - hasLogin: whether visitors log in with the token, and may log out.
  package init(source: any PageSource, hasLogin: Bool) { (self.source, self.hasLogin) = (source, hasLogin) }

  package func answer(to request: PageRequest) async throws -> PageAnswer? {
    guard request.path == ["settings"] else { return nil }
    var content = SettingsPage(request.preferences)
    content.hasLogin = hasLogin
    content.favourites = await favourites(of: request.preferences)
    content.hasFavourites = !content.favourites.isEmpty
    return .page(Page(title: "Settings", tab: nil, content: PageContent("settings/page", content)))
  }

  /// Returns the favourites with their names; while the league does not answer, with their keys.
  private func favourites(of preferences: Preferences) async -> [FavouriteStar] {
    guard !preferences.favourites.isEmpty else { return [] }
    let teams = (try? await source.teams(of: nil).value.teams) ?? []
    return preferences.favourites.map { key in
      let team = teams.first { "\($0.league.rawValue)/\($0.id)" == key }
      return FavouriteStar(key, team?.name ?? key, for: preferences, back: "/settings")
    }
  }

  package func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene? { nil }
}

/// The value of the template `settings/page`.
struct SettingsPage: Sendable {
  var themes: [Theme]
  var hidesScores: Bool
  var delay: Int
  var longestDelay = Preferences.longestDelay
  var announces: Bool
  var hasShortcuts: Bool
  var favourites: [FavouriteStar] = []
  var hasFavourites = false
  /// Whether the visitor can log out.
  var hasLogin = false
  var keys = SettingsPage.shortcuts

  struct Theme: Sendable {
    var value: String
    var label: String
    var isChosen: Bool
  }

  /// A key and what it does.
  struct Key: Sendable {
    var key: String
    var use: String
  }

  init(_ preferences: Preferences) {
    let labels: [Preferences.Theme: String] = [.system: "As the device", .light: "Light", .dark: "Dark"]
    themes = Preferences.Theme.allCases.map { theme in
      Theme(value: theme.rawValue, label: labels[theme] ?? theme.rawValue, isChosen: theme == preferences.theme)
    }
    (hidesScores, delay) = (preferences.hidesScores, preferences.delay)
    (announces, hasShortcuts) = (preferences.announces, preferences.hasShortcuts)
  }

  private static let shortcuts = [
    Key(key: "j", use: "next game"), Key(key: "k", use: "previous game"), Key(key: "←", use: "day before"),
    Key(key: "→", use: "day after"), Key(key: "l", use: "live games only"), Key(key: "/", use: "search players"),
    Key(key: "p", use: "pause updates, and continue"), Key(key: "?", use: "this list"),
  ]
}
