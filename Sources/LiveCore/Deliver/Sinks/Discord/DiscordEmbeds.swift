/// The embeds for each kind of content.
struct DiscordEmbeds {
  typealias FactDraft = DiscordEmbed.FactDraft

  var wording: Wording

  func news(_ deliverables: [DeliverableEvent]) -> [FactDraft] { embeds(deliverables) { details($0, under: $1) } }

  func corrections(_ deliverables: [DeliverableEvent]) -> [FactDraft] {
    embeds(deliverables) { details($0, isCorrection: true, under: $1) }
  }

  /// As it is now; what is no longer so stays readable, struck through.
  func edits(_ deliverables: [DeliverableEvent]) -> [FactDraft] {
    embeds(deliverables) { event, score in
      guard event.data.retracted else { return details(event, under: score) }
      return DiscordMarkdown.struck(wording.struck(event, escape: DiscordMarkdown.escape)) + "\nTaken back"
    }
  }

  /// A game each; more games than embeds are one list.
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

  /// One embed for the whole game.
  func scoreboard(_ deliverables: [DeliverableEvent]) -> [FactDraft] {
    // The newest come first, and stand for a moment when several are of one. What was corrected is as it is now.
    let known = deliverables.reversed().map { DeliverableEvent(event: $0.event.unmarked, line: []) }
    let told = known.filter { !$0.event.data.retracted }
    guard let newest = (told.isEmpty ? known : told).map(\.event).inOrderOfPlay.last else { return [] }
    let (shown, full) = digests(of: told)
    let title = shown.games.first?.standing ?? DiscordMarkdown.escape(wording.title(newest.withoutSpoilers))
    let board = ScoreboardText(told.map(\.event)).blocks.map { block in
      MessageLine(text: "```\n\(block)\n```", importance: .max)
    }
    let plays = (full.games.first?.plays ?? []).suffix(ScoreboardText.mostPlays)
    let lines = full.games.prefix(1).flatMap(covered) + board + plays
    var draft = FactDraft(title: title) { body(lines, $0) }
    decorate(&draft, newest)
    return [draft]
  }

  func notice(_ text: String) -> [FactDraft] {
    [FactDraft(title: "livegamed") { DiscordMarkdown.room($0, escape: DiscordMarkdown.escape).fit(text) }]
  }

  /// Returns the shown digest, and the full one without the spoiler filter.
  private func digests(of deliverables: [DeliverableEvent]) -> (shown: DigestText, full: DigestText) {
    (
      DigestText(deliverables, wording, escape: DiscordMarkdown.escape),
      DigestText(deliverables, wording, revealing: true, escape: DiscordMarkdown.escape)
    )
  }

  /// The standing that a title must not tell.
  private func covered(_ game: DigestText.Game) -> [MessageLine] {
    wording.isSpoilerFree ? [MessageLine(text: game.standing, importance: .max)] : []
  }

  private func details(_ event: Event, isCorrection: Bool = false, under score: Score?) -> String {
    wording.details(event, isCorrection: isCorrection, under: score, escape: DiscordMarkdown.escape)
  }

  /// An embed a fact; a burst that is larger than a message has its neighbours in one. `text` gets the score that its
  /// title shows.
  private func embeds(_ deliverables: [DeliverableEvent], _ text: (Event, _ score: Score?) -> String) -> [FactDraft] {
    let size = max(1, (deliverables.count + DiscordMessage.mostEmbeds - 1) / DiscordMessage.mostEmbeds)
    var games: Set<Int> = []
    return stride(from: 0, to: deliverables.count, by: size).map { start in
      let events = deliverables[start..<min(start + size, deliverables.count)].map(\.event)
      let newest = Wording.headline(of: events) ?? events[0]
      let lines = events.map { event in
        MessageLine(text: text(event, wording.score(inTitleOf: newest)), importance: event.data.importance)
      }
      var draft = FactDraft(
        title: DiscordMarkdown.escape(wording.title(newest)), footer: wording.isSpoilerFree ? "" : newest.footer
      ) { body(lines, $0) }
      decorate(&draft, newest, isFirst: games.insert(events[0].data.game.id).inserted)
      return draft
    }
  }

  /// Discord's clients show embeds of one address as one, so that only the first of a game has it.
  private func decorate(_ draft: inout FactDraft, _ event: Event?, isFirst: Bool = true) {
    guard let event else { return }
    draft.colour = TeamColour(of: event, isSpoilerFree: wording.isSpoilerFree)
    draft.time = event.time
    if isFirst { draft.url = event.link }
  }

  /// Cut, and hidden where it would spoil something.
  private func body(_ lines: [MessageLine], _ limit: Int) -> String {
    guard wording.isSpoilerFree else { return DiscordMarkdown.room(limit).text(lines) }
    return DiscordMarkdown.spoiler(DiscordMarkdown.room(limit - DiscordMarkdown.wrapping).text(lines))
  }
}

extension Event {
  /// `1 out · runners on 1st and 3rd · not confirmed yet`
  fileprivate var footer: String {
    guard !data.tags.contains(.final), !data.retracted else { return "" }
    let outs = data.outs.map { $0 == 0 ? "no outs" : $0 == 1 ? "1 out" : "\($0) outs" }
    let bases = data.bases.flatMap(\.words)
    return [outs, bases, data.provisional ? "not confirmed yet" : nil].compactMap(\.self).joined(separator: " · ")
  }
}

extension Bases {
  /// `runners on 1st and 3rd`; nil when they are empty.
  fileprivate var words: String? {
    let taken = [(first, "1st"), (second, "2nd"), (third, "3rd")].filter { $0.0 != nil }.map(\.1)
    switch taken.count {
    case 0: return nil
    case 1: return "runner on \(taken[0])"
    case 2: return "runners on \(taken.joined(separator: " and "))"
    default: return "bases loaded"
    }
  }
}
