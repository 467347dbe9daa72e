/// What each occasion looks like in Discord.
struct DiscordEmbeds {
  typealias Draft = DiscordEmbed.Draft

  var wording: Wording

  func news(_ tellings: [Telling]) -> [Draft] {
    embeds(tellings) { $0.details($1, escape: DiscordMarkdown.escape) }
  }

  func corrections(_ tellings: [Telling]) -> [Draft] {
    embeds(tellings) { $0.correction($1, escape: DiscordMarkdown.escape) }
  }

  /// As it is now; what is no longer so stays readable, struck through.
  func edits(_ tellings: [Telling]) -> [Draft] {
    embeds(tellings) { wording, event in
      guard event.data.retracted else { return wording.details(event, escape: DiscordMarkdown.escape) }
      return DiscordMarkdown.struck(wording.struck(event, escape: DiscordMarkdown.escape)) + "\nTaken back"
    }
  }

  /// A game each; more games than embeds are one list.
  func digest(_ tellings: [Telling]) -> [Draft] {
    let shown = DigestText(tellings, wording, escape: DiscordMarkdown.escape)
    let full = DigestText(tellings, wording, revealing: true, escape: DiscordMarkdown.escape)
    guard full.games.count <= DiscordMessage.mostEmbeds else {
      return [Draft(title: "While it was quiet: \(full.games.count) games") { body(full.text(within: room($0)), $0) }]
    }
    return zip(shown.games, full.games).map { shown, full in
      let own = tellings.map(\.event).filter { $0.data.game.id == full.game.id }
      let lead = wording.isSpoilerFree ? [full.standing] : []
      var draft = Draft(title: shown.standing) { limit in
        let plays = DigestText.text(of: full.plays, within: room(limit - lead.reduce(0) { $0 + $1.utf16.count + 1 }))
        return body((lead + [plays]).joined(separator: "\n"), limit)
      }
      decorate(&draft, own.inOrderOfPlay.last)
      return draft
    }
  }

  /// One embed for the whole game.
  func scoreboard(_ tellings: [Telling]) -> [Draft] {
    // The newest come first, and stand for a moment when several are of one.
    let known = Array(tellings.map(\.event).reversed())
    let standing = known.filter { !$0.data.retracted }
    let tellings = standing.isEmpty ? [] : tellings.reversed()
    guard let newest = (standing.isEmpty ? known : standing).inOrderOfPlay.last else { return [] }
    let shown = DigestText(Array(tellings), wording, escape: DiscordMarkdown.escape).games.first
    let full = DigestText(Array(tellings), wording, revealing: true, escape: DiscordMarkdown.escape).games.first
    let title = shown?.standing ?? DiscordMarkdown.escape(Wording(isSpoilerFree: true).title(newest.withoutSpoilers))
    let board = ScoreboardText(standing)
    let lead = (wording.isSpoilerFree ? full.map { [$0.standing] } ?? [] : []) + board.blocks.map { "```\n\($0)\n```" }
    let plays = (full?.plays ?? []).suffix(ScoreboardText.mostPlays)
    var draft = Draft(title: title) { limit in
      let taken = lead.reduce(0) { $0 + $1.utf16.count + 1 }
      return body(
        (lead + [DigestText.text(of: Array(plays), within: room(limit - taken))]).joined(separator: "\n"), limit)
    }
    decorate(&draft, newest)
    return [draft]
  }

  func notice(_ text: String) -> [Draft] {
    [Draft(title: "livegamed") { DiscordMarkdown.room($0).fit(text, escape: DiscordMarkdown.escape) }]
  }

  /// An embed a fact; a burst that is larger than a message has its neighbours in one.
  private func embeds(_ tellings: [Telling], _ text: @escaping @Sendable (Wording, Event) -> String) -> [Draft] {
    let size = max(1, (tellings.count + DiscordMessage.mostEmbeds - 1) / DiscordMessage.mostEmbeds)
    var games: Set<Int> = []
    return stride(from: 0, to: tellings.count, by: size).map { start in
      let events = tellings[start..<min(start + size, tellings.count)].map(\.event)
      return embed(of: events, text, isFirst: games.insert(events[0].data.game.id).inserted)
    }
  }

  private func embed(
    of events: [Event], _ text: @escaping @Sendable (Wording, Event) -> String, isFirst: Bool
  ) -> Draft {
    let (wording, event) = (wording, events[events.count - 1])
    var draft = Draft(
      title: DiscordMarkdown.escape(wording.title(event)), footer: wording.isSpoilerFree ? "" : event.footer
    ) { limit in
      body(events.map { text(wording, $0) }.joined(separator: "\n"), limit)
    }
    decorate(&draft, event, isFirst: isFirst)
    return draft
  }

  /// Discord's clients show embeds of one address as one, so that only the first of a game has it.
  private func decorate(_ draft: inout Draft, _ event: Event?, isFirst: Bool = true) {
    guard let event else { return }
    draft.colour = TeamColour(of: event, isSpoilerFree: wording.isSpoilerFree)
    draft.time = event.time
    if isFirst { draft.url = "https://www.mlb.com/gameday/\(event.data.game.id)" }
  }

  /// Cut, and hidden where it would spoil something.
  private func body(_ text: String, _ limit: Int) -> String {
    guard wording.isSpoilerFree else { return DiscordMarkdown.cut(text, to: limit) }
    return DiscordMarkdown.spoiler(DiscordMarkdown.cut(text, to: limit - DiscordMarkdown.wrapping))
  }

  private func room(_ limit: Int) -> Truncation { DiscordMarkdown.room(max(0, limit)) }
}

extension Event {
  /// `1 out · runners on 1st and 3rd · not confirmed yet`
  fileprivate var footer: String {
    guard !data.tags.contains(.final) else { return "" }
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
