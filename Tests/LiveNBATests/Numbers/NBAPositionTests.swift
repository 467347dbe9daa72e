import Testing

@testable import LiveModel
@testable import LiveNBA

@Suite struct NBAPositionTests {
  @Test(arguments: [
    ("PG", "Guard"), ("G", "Guard"), ("G-F", "Guard"), ("F-G", "Forward"), ("SF", "Forward"), ("PF", "Forward"),
    ("F-C", "Forward"), ("C-F", "Center"), ("C", "Center"),
  ]) func aPositionBelongsToAKind(abbreviation: String, group: String) {
    #expect(NBAPosition.position(abbreviation).group == group)
    let covering = NBAPosition.names.filter { $0.covers.contains(abbreviation) }
    #expect(covering.contains { $0.words.contains(group.lowercased()) })
  }

  @Test func anUnknownPositionIsLast() {
    let unknown = NBAPosition.position("X")
    #expect(unknown.name == nil && unknown.group == nil && unknown.rank > NBAPosition.position("C").rank)
  }
}
