import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct PlayerSearchTests {
  private static func player(_ id: Int, _ name: String, _ first: String, _ last: String) -> PlayerListing {
    PlayerListing(league: .mlb, id: id, name: name, firstName: first, lastName: last)
  }

  private static let search = PlayerSearch([
    player(1, "Andrés Muñoz", "Andrés", "Muñoz"), player(2, "Luis García Jr.", "Luis", "García"),
    player(3, "Luis García", "Luis", "García"), player(4, "Luis Garcia", "Luis", "Garcia"),
    player(5, "Mike Trout", "Michael", "Trout"), player(6, "Tyler O'Neill", "Tyler", "O'Neill"),
    player(7, "Elly De La Cruz", "Elly", "De La Cruz"), player(8, "J.D. Martinez", "Julio", "Martinez"),
    player(9, "Garcia Adams", "Garcia", "Adams"), player(10, "Isiah Kiner-Falefa", "Isiah", "Kiner-Falefa"),
    player(11, "Max Muncy", "Max", "Muncy"), player(12, "Shohei Ohtani", "Shohei", "Ohtani"),
  ])

  @Test(arguments: [
    ("munoz", [1]), ("MUÑOZ", [1]), ("mun", [11, 1]), ("andres m", [1]), ("muñoz andrés", [1]), ("michael trout", [5]),
    ("trout mike", [5]), ("oneill", [6]), ("o'neill", [6]), ("o’neill", [6]), ("de la cruz", [7]), ("cruz", [7]),
    ("la", [7]), ("jd martinez", [8]), ("j.d.", [8]), ("kiner", [10]), ("falefa", [10]), ("kiner falefa", [10]),
    ("garcia", [3, 2, 4, 9]), ("luis garcia jr", [2]), ("trouty", []), ("mike mike", []), ("  ", []),
  ])
  func playersAreFoundByBeginningsOfWords(text: String, ids: [Int]) {
    let found = Self.search.matches(text).map(\.id)
    #expect(Set(found) == Set(ids) && found.count == ids.count)
    if text == "garcia" { #expect(found.last == 9) }
  }

  @Test func wholeNamesAreFirst() {
    let search = PlayerSearch([
      Self.player(1, "Trouten Adams", "Trouten", "Adams"), Self.player(2, "Mike Trouten", "Mike", "Trouten"),
      Self.player(3, "Mike Trout", "Mike", "Trout"), Self.player(4, "Trout", "", "Trout"),
    ])
    #expect(search.matches("trout").map(\.id) == [4, 3, 2, 1])
  }

  @Test func aSuffixMayBeLeftOut() {
    #expect(Set(Self.search.named("luis garcia").map(\.id)) == [2, 3, 4])
    #expect(Self.search.named("Luis García Jr.").map(\.id) == [2])
    #expect(Self.search.named("garcia").isEmpty)
  }

  @Test(arguments: [
    ("otani", ["Shohei Ohtani"]), ("shohie ohtani", ["Shohei Ohtani"]), ("truot", ["Mike Trout"]),
    ("muncie", ["Max Muncy"]), ("xxxxxxxx", []), ("zz", []),
  ])
  func aTypingErrorHasNearNames(text: String, names: [String]) { #expect(Self.search.nearest(to: text) == names) }

  @Test(arguments: [("a", true), ("", true), (" . ", true), ("ō", true), ("li", false), ("Ōt", false), ("j.d", false)])
  func aNameNeedsTwoLetters(text: String, isTooShort: Bool) {
    #expect((PlayerNameText.flaw(of: text) != nil) == isTooShort)
  }
}
