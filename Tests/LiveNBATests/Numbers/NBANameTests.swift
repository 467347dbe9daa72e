import Testing

@testable import LiveNBA

@Suite struct NBANameTests {
  @Test(arguments: [
    ("curry", "curry"), ("Stephen Curry", "stephen"), ("LeBron James", "lebron"), ("Jokić", "jokic"),
    ("Shaquille O\u{2019}Neal", "shaquille"), ("O'Neal", "neal"), ("Ennis III", "ennis"), ("Jr.", "jr"),
    ("karl-anthony towns", "anthony"), ("Ja Morant", "morant"), ("J.J.", nil), ("x", nil), ("  ", nil),
    ("Luka Dončić Jr.", "doncic"), ("Ben Hill", "hill"),
  ]) func theLongestWordOfANameIsSearched(name: String, word: String?) {
    #expect(NBAName.searchWord(in: name) == word)
  }

  @Test func aSuffixIsNoPartOfALastName() {
    #expect(NBAName.withoutSuffix("Ennis III") == "Ennis" && NBAName.withoutSuffix("Porter Jr.") == "Porter")
    #expect(NBAName.withoutSuffix("da Silva") == "da Silva" && NBAName.withoutSuffix("V") == "V")
  }
}
