internal import LiveModel

/// The value of the template `message`: a page with one sentence.
struct PageMessage: Sendable {
  var title: String
  var text: String
  /// Shown small, or as a line to copy.
  var code: String?
  /// Whether it links to the scores.
  var isLost: Bool
  /// Whether it links to the page itself, because another attempt may succeed.
  var isPassing = false

  init(_ title: String, _ text: String, code: String? = nil, home isLost: Bool = false) {
    (self.title, self.text, self.code, self.isLost) = (title, text, code, isLost)
  }

  /// The words about a page that a fault prevents.
  init(_ fault: Fault) {
    self.init(
      fault.code == .lookupFailed ? "The league does not answer" : "This page cannot be shown now", fault.sentence,
      code: fault.code.rawValue)
    isPassing = true
  }
}

/// The value of the template `login`.
struct LoginForm: Sendable {
  /// The path to which the browser goes after the login.
  var back: String
  /// Whether the last attempt had another token.
  var isWrong: Bool
}

extension Fault {
  /// The message as a sentence, with its hint.
  var sentence: String {
    let text = message.prefix(1).uppercased() + message.dropFirst()
    return text + (hint.map { "; \($0)" } ?? "") + "."
  }
}

extension PageFrame {
  /// The frame of a page for a visitor.
  init(
    _ page: Page, _ visit: WebVisit, _ source: any PageSource, at now: Timestamp, prefix: String, assets: String
  ) {
    let preferences = visit.preferences
    let league = source.league(of: visit.path ?? [])
    self.init(
      title: page.title, theme: preferences.theme == .system ? nil : preferences.theme.rawValue,
      isTV: visit.query["tv"] == "1", hasShortcuts: preferences.hasShortcuts, announces: preferences.announces,
      prefix: prefix, choices: preferences.asChoices, moreChoices: preferences.asMoreChoices,
      site: league.rawValue, siteName: LeaguePages.name(of: league), dataOwner: LeaguePages.owner(of: league),
      assets: assets,
      isScores: page.tab == .scores, isPlayers: page.tab == .players,
      isTeams: page.tab == .teams, isDaemon: page.tab == .daemon,
      live: page.live.map { view in
        "\(prefix)/live?\(view.query)"
          + (page.arrangement.map { "&as=\(view.digest(ofArrangement: $0))" } ?? "")
      },
      cursor: page.live.map { _ in LivePlace.id(page.cursor, in: source.log) }, zone: source.zone.time(at: now).zone,
      template: page.content.template, content: page.content.value)
  }
}
