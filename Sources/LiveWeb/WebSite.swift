internal import LiveCore

/// The parts of the site.
enum WebSite {
  /// Returns the sections in the order in which they are asked for a page. `openPages` returns the number of pages that
  /// are kept up to date now.
  static func sections(
    of source: any PageSource, _ settings: Config.WebSettings, openPages: @escaping @Sendable () -> Int
  ) -> [any PageSection] {
    let sections: [any PageSection] = [
      ScoresSection(source: source), GameSection(source: source), PlayersSection(source: source),
      CalendarSection(source: source),
      SettingsSection(source: source, hasLogin: settings.token != nil), TeamsSection(source: source),
      DaemonSection(source: source, openPages: openPages),
    ]
    return settings.states ? sections + [StatesSection()] : sections
  }
}
