internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct SuggestionTests {
  private static let keys = ["follow", "journal", "live_max", "live_min", "quiet_hours", "sinks", "sport_ids"]

  @Test(arguments: [
    ("quite_hours", "quiet_hours"), ("folow", "follow"), ("Follow", "follow"), ("live-min", "live_min"),
    ("liv_maxx", "live_max"), ("snks", "sinks"), ("journel", "journal"),
  ])
  func findsTheNearestName(text: String, name: String) {
    #expect(Suggestion.nearest(to: text, among: Self.keys) == name)
  }

  @Test(arguments: ["", "x", "colours", "followers_of_mine", String(repeating: "follow", count: 1000)])
  func suggestsNothingWithoutACloseName(text: String) {
    #expect(Suggestion.nearest(to: text, among: Self.keys) == nil)
  }

  @Test(arguments: [
    ("Judge", "did you mean 'Aaron Judge'?"), ("josh lowe", "did you mean 'Josh Lowe'?"),
    ("Lowe", "did you mean 'Brandon Lowe' or 'Josh Lowe' or 'Nathan Lowe'?"), ("Jude", nil), ("", nil),
    ("Ramirez", "did you mean 'José Ramírez'?"), ("Aron Judge", "did you mean 'Aaron Judge'?"),
    ("Vladimir Guerrero", "did you mean 'Vladimir Guerrero Jr.'?"),
    ("Vladimir Guerero", "did you mean 'Vladimir Guerrero Jr.'?"), ("Guerero", "did you mean 'Vladimir Guerrero Jr.'?"),
    ("guerero jr.", "did you mean 'Vladimir Guerrero Jr.'?"), ("Vladimir Putin", nil),
    ("a b c d e f g h", nil),
  ])
  func findsAPerson(text: String, advice: String?) {
    let names = [
      "Nathan Lowe", "Josh Lowe", "Zack Lowe", "José Ramírez", "Aaron Judge", "Brandon Lowe", "Vladimir Guerrero Jr.",
    ]
    #expect(Suggestion.person(text, among: names) == advice)
  }

  @Test(arguments: [
    ("family-discord", "family-discord-url"), ("discord-family", "family-discord-url"),
    ("family-dicsord-url", "family-discord-url"),
    ("my-phone-topic-old", "my-phone-topic"), ("my-phone", "my-phone-topic"), ("my-desk", nil), ("slack", nil),
    ("", nil),
    ("-", nil),
  ])
  func findsACredential(text: String, name: String?) {
    let names = ["family-discord-2-url", "family-discord-url", "my-phone-topic"]
    #expect(Suggestion.credential(text, among: names) == name)
  }

  @Test func completesAName() {
    #expect(Suggestion.nearest(to: "play", among: Leagues.known.eventTypes.map(\.rawValue)) == "livegame.play")
  }

  @Test(arguments: [("", "", 0), ("abc", "", 3), ("abc", "acb", 1), ("abc", "abd", 1), ("kitten", "sitting", 3)])
  func countsTypingErrors(left: String, right: String, slips: Int) {
    #expect(Suggestion.slips(from: left, to: right) == slips)
    #expect(Suggestion.slips(from: right, to: left) == slips)
  }
}
