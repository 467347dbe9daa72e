/// The items that a run of a node wants, as all nodes read them: `attic.9f2c61a0 game.mlb.747175 game.nba.22500041`.
struct LeaseWants: Equatable, Sendable {
  var session: ClusterSession
  var items: Set<LeaseItem>

  init(session: ClusterSession, items: Set<LeaseItem>) { (self.session, self.items) = (session, items) }

  /// Parses the form of `text`. Leaves out items of a later release.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard let first = words.first, let session = ClusterSession(first) else { return nil }
    let items = words.dropFirst().compactMap { word -> LeaseItem? in
      guard case .item(let item) = LeaseKey(String(word)) else { return nil }
      return item
    }
    self.init(session: session, items: Set(items))
  }

  var text: String {
    ([session.description] + items.map { LeaseKey.item($0).description }.sorted()).joined(separator: " ")
  }
}
