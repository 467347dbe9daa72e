package import LiveModel

/// The search for players by name.
///
/// balldontlie finds a part of the first or the last name, without accents. It is asked for one word of the name; the
/// others, accents and suffixes are compared with what it finds.
extension NBATeamsAndPlayers {
  /// The letters of the search after one that found nobody: enough for a name with an error behind them.
  private static var beginning: Int { 3 }

  package func players(named name: String) -> ListingPlan<RowsRead<PlayerListing>> {
    guard let word = NBAName.searchWord(in: name) else {
      return .failure(
        Fault(
          .lookupUnknownName, "a search for players needs at least two letters of a first or last name",
          hint: "write more of the name"))
    }
    let search = search(for: word).then { [self] found in
      // A name that is stored in another way than it is written here has the same beginning.
      guard found.rows.isEmpty, word.count > Self.beginning else { return ListingPlan.answer(found) }
      return self.search(for: String(word.prefix(Self.beginning)))
    }
    // A list for a part of the word has those for the word, too.
    let parts = (NBAName.fewestLetters...word.count).map { String(word.prefix($0)) }
    return parts.reduce(search) { plan, part in
      .recall(
        balldontlie.players(withPartOfName: part), freshFor: Balldontlie.Lifetime.search,
        read: { try NBAPlayerPages.whole(in: $0).flatMap { $0.rows.isEmpty ? nil : .answer($0) } }, otherwise: plan)
    }
  }

  private func search(for word: String) -> ListingPlan<RowsRead<PlayerListing>> {
    NBAPlayerPages.plan(freshFor: Balldontlie.Lifetime.search) { [balldontlie] in
      balldontlie.players(withPartOfName: word, after: $0)
    }.then { found in
      switch found {
      case .failure(let fault): return .failure(fault)
      case .success(let pages) where pages.isWhole: return .answer(pages.read)
      case .success(let pages):
        return .warning(
          "more than \(pages.read.rows.count) players have '\(word)' in their names; write more of the name",
          .answer(pages.read))
      }
    }
  }
}
