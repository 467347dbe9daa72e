internal import LiveModel

/// The body of a webhook request: embeds within all limits of Discord, without mentions.
///
/// Source: Discord API v10, "Message Object", "Embed Limits", "Allowed Mentions Object".
struct DiscordMessage: Encodable, Sendable {
  private let embeds: [DiscordEmbed]
  private let allowedMentions = Mentions()
  private var flags: Int?

  static let mostEmbeds = 10
  /// The limit for titles, descriptions and footers together.
  private static let mostText = 6000
  private static let suppressNotifications = 1 << 12

  /// Drops drafts beyond the tenth. If the text is too long in total, shortens the longest descriptions.
  init(_ drafts: [DiscordEmbed.FactDraft], isSilent: Bool = false) {
    let drafts = drafts.prefix(Self.mostEmbeds)
    let room = Self.mostText - drafts.reduce(0) { $0 + $1.fixedLength }
    let lengths = drafts.map { $0.length(DiscordEmbed.longestDescription) }
    let limit = min(Truncation.share(of: room, among: lengths), DiscordEmbed.longestDescription)
    embeds = drafts.map { DiscordEmbed($0, description: limit) }
    flags = isSilent ? Self.suppressNotifications : nil
  }

  private enum CodingKeys: String, CodingKey {
    case embeds, flags
    case allowedMentions = "allowed_mentions"
  }

  /// Allows no mentions, whatever the text contains.
  private struct Mentions: Encodable {
    let parse: [String] = []
  }
}

/// A framed section of a message.
struct DiscordEmbed: Encodable, Sendable {
  static let longestTitle = 256
  static let longestDescription = 4096
  /// Discord allows 2048; a footer is one short line.
  private static let longestFooter = 200

  private let title: String
  private let description: String?
  private let url: String?
  private let color: Int
  private let timestamp: String?
  private let footer: Footer?

  private struct Footer: Encodable {
    let text: String
  }

  /// An embed whose description can still be shortened.
  struct FactDraft: Sendable {
    let title: String
    var url: String?
    var colour = TeamColour.neutral
    var time: Timestamp?
    let footer: String
    /// Returns the description in markdown, cut to this number of UTF-16 units.
    let body: @Sendable (Int) -> String

    /// `title` is markdown; if it is empty, `livegamed` replaces it. `footer` is plain text.
    init(title: String, footer: String = "", body: @escaping @Sendable (Int) -> String) {
      let title = DiscordMarkdown.room(longestTitle).fit(title)
      self.title = title.isEmpty ? "livegamed" : title
      self.footer = Truncation(limit: longestFooter, unit: .utf16).fit(footer)
      self.body = body
    }

    fileprivate var fixedLength: Int { title.utf16.count + footer.utf16.count }

    fileprivate func length(_ limit: Int) -> Int { body(limit).utf16.count }
  }

  fileprivate init(_ draft: FactDraft, description limit: Int) {
    let text = draft.body(limit).trimmed
    description = text.isEmpty ? nil : text
    (title, url, color, timestamp) = (draft.title, draft.url, draft.colour.rgb, draft.time?.description)
    footer = draft.footer.isEmpty ? nil : Footer(text: draft.footer)
  }
}

/// Formats content as Discord embeds.
struct DiscordEmbeds {
  typealias FactDraft = DiscordEmbed.FactDraft

  var wording: Wording

  func news(_ deliverables: [DeliverableEvent]) -> [FactDraft] { embeds(deliverables) { details($0, under: $1) } }

  func corrections(_ deliverables: [DeliverableEvent]) -> [FactDraft] {
    embeds(deliverables) { details($0, isCorrection: true, under: $1) }
  }

  /// Shows the current state of each fact. A retracted fact stays readable, struck through.
  func edits(_ deliverables: [DeliverableEvent]) -> [FactDraft] {
    embeds(deliverables) { event, score in
      guard event.data.retracted else { return details(event, under: score) }
      return DiscordMarkdown.struck(wording.struck(event, escape: DiscordMarkdown.escape)) + "\nTaken back"
    }
  }

  /// Creates one embed per game, or one list if there are more games than a message allows embeds.
  func digest(_ deliverables: [DeliverableEvent]) -> [FactDraft] {
    let (shown, full) = digests(of: deliverables)
    guard full.games.count <= DiscordMessage.mostEmbeds else {
      return [FactDraft(title: full.title) { body(full.games.flatMap(\.lines), $0) }]
    }
    let newest = deliverables.map(\.event).byGame.map { $0.inOrderOfPlay.last }
    return zip(zip(shown.games, full.games), newest).map { games, newest in
      var draft = FactDraft(title: games.0.standing) { body(covered(games.1) + games.1.plays, $0) }
      decorate(&draft, newest)
      return draft
    }
  }

  /// Number of plays below the scoreboard.
  private static let mostPlays = 5

  /// Creates one embed for the whole game.
  func scoreboard(_ deliverables: [DeliverableEvent]) -> [FactDraft] {
    // Put the newest revision first: among several events of the same moment, the first one wins. Corrected events are
    // shown in their current state, without a mark.
    let known = deliverables.reversed().map { DeliverableEvent(event: $0.event.asNews, line: []) }
    let current = known.filter { !$0.event.data.retracted }
    guard let newest = (current.isEmpty ? known : current).map(\.event).inOrderOfPlay.last else { return [] }
    let (shown, full) = digests(of: current)
    let title = shown.games.first?.standing ?? DiscordMarkdown.escape(wording.title(wording.withoutSpoilers(newest)))
    let board = wording.leagues[newest.data.league].scoreboard(current.map(\.event)).map { block in
      MessageLine(text: "```\n\(block)\n```", importance: .max)
    }
    let plays = (full.games.first?.plays ?? []).suffix(Self.mostPlays)
    let lines = full.games.prefix(1).flatMap(covered) + board + plays
    var draft = FactDraft(title: title) { body(lines, $0) }
    decorate(&draft, newest)
    return [draft]
  }

  func notice(_ text: String) -> [FactDraft] {
    [FactDraft(title: "livegamed") { DiscordMarkdown.room($0, escape: DiscordMarkdown.escape).fit(text) }]
  }

  /// Returns the digest twice: as shown in titles, and with all spoilers revealed.
  private func digests(of deliverables: [DeliverableEvent]) -> (shown: DigestText, full: DigestText) {
    (
      DigestText(deliverables, wording, escape: DiscordMarkdown.escape),
      DigestText(deliverables, wording, revealing: true, escape: DiscordMarkdown.escape)
    )
  }

  /// Returns the score line that a title free of spoilers must not show.
  private func covered(_ game: DigestText.Game) -> [MessageLine] {
    wording.isSpoilerFree ? [MessageLine(text: game.standing, importance: .max)] : []
  }

  private func details(_ event: Event, isCorrection: Bool = false, under score: Score?) -> String {
    wording.details(event, isCorrection: isCorrection, under: score, escape: DiscordMarkdown.escape)
  }

  /// Creates one embed per fact. If there are more facts than embeds, puts neighbors into the same embed. `text`
  /// receives the score that the title shows.
  private func embeds(_ deliverables: [DeliverableEvent], _ text: (Event, _ score: Score?) -> String) -> [FactDraft] {
    let size = max(1, (deliverables.count + DiscordMessage.mostEmbeds - 1) / DiscordMessage.mostEmbeds)
    var games: Set<GameID> = []
    return stride(from: 0, to: deliverables.count, by: size).map { start in
      let events = deliverables[start..<min(start + size, deliverables.count)].map(\.event)
      let newest = Wording.headline(of: events) ?? events[0]
      let lines = events.map { event in
        MessageLine(text: text(event, wording.score(inTitleOf: newest)), importance: event.data.importance)
      }
      var draft = FactDraft(
        title: DiscordMarkdown.escape(wording.title(newest)), footer: wording.isSpoilerFree ? "" : footer(newest)
      ) { body(lines, $0) }
      decorate(&draft, newest, isFirst: games.insert(events[0].data.gameID).inserted)
      return draft
    }
  }

  /// Adds color, time and link. Discord clients merge embeds with the same URL, so only the first embed of a game gets
  /// one.
  private func decorate(_ draft: inout FactDraft, _ event: Event?, isFirst: Bool = true) {
    guard let event else { return }
    draft.colour = wording.colour(event)
    draft.time = event.time
    if isFirst { draft.url = wording.page(event)?.url }
  }

  /// Returns a footer such as `1 out · runners on 1st and 3rd · not confirmed yet`.
  private func footer(_ event: Event) -> String {
    guard !event.data.tags.contains(.final), !event.data.retracted else { return "" }
    let situation = wording.leagues[event.data.league].situation(after: event)
    return [situation, event.data.provisional ? "not confirmed yet" : nil].compactMap(\.self).joined(separator: " · ")
  }

  /// Returns the lines cut to the limit, and hidden as a spoiler if the wording is free of spoilers.
  private func body(_ lines: [MessageLine], _ limit: Int) -> String {
    guard wording.isSpoilerFree else { return DiscordMarkdown.room(limit).text(lines) }
    return DiscordMarkdown.spoiler(DiscordMarkdown.room(limit - DiscordMarkdown.wrapping).text(lines))
  }
}

/// Text in Discord's markdown.
///
/// Source: Discord Support, "Markdown Text 101"; a backslash escapes the character after it.
enum DiscordMarkdown {
  /// Returns a truncation that counts UTF-16 units. Discord counts code points, of which there are never more.
  static func room(_ limit: Int, escape: @escaping Wording.Escape = whole) -> Truncation {
    Truncation(limit: max(0, limit), unit: .utf16, escape: escape)
  }

  /// Escapes markdown. Works on Unicode scalars, because Discord recognizes an asterisk even with a combining accent.
  @Sendable static func escape(_ text: String) -> String {
    var (escaped, isLineStart) = (String.UnicodeScalarView(), true)
    for scalar in text.unicodeScalars {
      if everywhere.contains(scalar) || isLineStart && leading.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
      isLineStart = scalar == "\n" || isLineStart && scalar.properties.isWhitespace
    }
    return String(escaped)
  }

  private static let everywhere: Set<Unicode.Scalar> = ["\\", "*", "_", "~", "|", "`", "<", "["]
  /// Characters with a meaning only at the start of a line: quotes, lists, headings.
  private static let leading: Set<Unicode.Scalar> = [">", "-", "+", "#"]

  /// Removes a trailing backslash that lost its character when the markdown was cut.
  @Sendable static func whole(_ text: String) -> String {
    let slashes = text.unicodeScalars.reversed().prefix { $0 == "\\" }.count
    return slashes % 2 == 0 ? text : String(String.UnicodeScalarView(text.unicodeScalars.dropLast()))
  }

  /// Hides text until the reader reveals it.
  static func spoiler(_ text: String) -> String { wrapped(text, in: "|") }

  /// Strikes text through.
  static func struck(_ text: String) -> String { wrapped(text, in: "~") }

  /// The number of characters that `spoiler` and `struck` add.
  static let wrapping = 4

  /// Puts a double sign around text. Discord ends the mark at the next double sign, even an escaped one. So the text
  /// must not contain one, nor form one at its ends.
  private static func wrapped(_ text: String, in sign: Unicode.Scalar) -> String {
    var inner = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isNeedless =
        inner.isEmpty ? scalar == sign || scalar.properties.isWhitespace : scalar == sign && inner.last == sign
      if !isNeedless { inner.append(scalar) }
    }
    while let last = inner.last, last == sign || last == "\\" || last.properties.isWhitespace { inner.removeLast() }
    guard !inner.isEmpty else { return "" }
    return "\(sign)\(sign)\(inner)\(sign)\(sign)"
  }
}
