/// The conditions of one rule, laid out so that an event is judged without a search.
struct Match: Sendable {
  private let clubs: Set<String>
  private let types: Set<EventType>
  private let tags: Set<Tag>

  init(of rule: Rule) {
    clubs = Set(rule.teams.map(ClubName.canonical))
    types = Set(rule.types)
    tags = Set(rule.tags)
  }

  func admits(_ event: Event) -> Bool {
    let game = event.data.game
    return (types.isEmpty || types.contains(event.type))
      && (tags.isEmpty || event.data.tags.contains(where: tags.contains))
      && (clubs.isEmpty || [game.away, game.home].contains { clubs.contains(ClubName.canonical($0.abbreviation)) })
  }
}
