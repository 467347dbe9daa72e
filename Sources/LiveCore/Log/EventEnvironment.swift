internal import LiveModel

/// The environment variables that describe an event to a program, of a sink of type `exec` and of `livegamed watch
/// --exec` alike. `docs/events.md` explains each.
struct EventEnvironment: Sendable {
  /// The values by name. A variable whose member is missing is left out. Names in lists are separated by spaces; no name
  /// contains one.
  let variables: [String: String]

  /// Takes the members of the event, and those that only its league has from its line.
  init(_ head: EventHead, line: some Sequence<UInt8>, leagues: Leagues) {
    let data = head.data
    let event = try? CloudEvent(line: line).event
    let own = event.map { leagues[$0.data.league].fields(of: $0.data) } ?? []
    let values: [(name: String, value: String?)] = [
      ("LIVEGAMED_ID", head.id), ("LIVEGAMED_TYPE", head.type), ("LIVEGAMED_LOG", head.log),
      ("LIVEGAMED_SEQUENCE", String(head.sequence)),
      ("LIVEGAMED_SUBJECT", head.subject), ("LIVEGAMED_TIME", head.time?.description),
      ("LIVEGAMED_SUMMARY", data.summary),
      ("LIVEGAMED_TEAMS", (head.teams ?? []).joined(separator: " ")), ("LIVEGAMED_EVENT_TEAM", data.team),
      ("LIVEGAMED_TAGS", (data.tags ?? []).joined(separator: " ")),
      ("LIVEGAMED_GAME_PK", data.game?.id.map(String.init)),
      ("LIVEGAMED_SCORE", data.score.map { "\($0.away)-\($0.home)" }),
      ("LIVEGAMED_WIN_EXPECTANCY", event?.data.odds.map { "\($0.after)" }),
      ("LIVEGAMED_LEVERAGE", event?.data.odds.map { "\($0.leverage)" }),
      ("LIVEGAMED_IMPORTANCE", data.importance.map(String.init)),
      ("LIVEGAMED_REVISION", data.revision.map(String.init)),
      ("LIVEGAMED_CHANGE", data.change ?? event?.data.change.rawValue),
      ("LIVEGAMED_RETRACTED", data.retracted == true ? "1" : nil),
      ("LIVEGAMED_PROVISIONAL", data.provisional == true ? "1" : nil),
    ]
    let all = values + own.map { ("LIVEGAMED_\($0.name)", $0.value) }
    variables = Dictionary(
      all.compactMap { name, value in value.map { (name, Self.passable($0)) } }
    ) { first, _ in first }
  }

  /// Removes zero bytes, which a variable cannot contain, and keeps at most 32 KiB, because the kernel refuses a
  /// variable of 128 KiB.
  private static func passable(_ text: String) -> String {
    String(decoding: text.utf8.filter { $0 != 0 }.prefix(32 << 10), as: UTF8.self)
  }
}
