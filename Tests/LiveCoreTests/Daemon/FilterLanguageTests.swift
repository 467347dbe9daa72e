import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel

/// A route, a subscription and the options of a command have the same conditions, with the same meaning.
@Suite struct FilterLanguageTests {
  struct Spelling: Sendable, CustomTestStringConvertible {
    /// As a key of a route.
    let yaml: String
    /// As a member of the filter of a subscription.
    let json: String
    /// As options.
    let option: @Sendable (inout FilterText) -> Void

    var testDescription: String { yaml }
  }

  private static let spellings: [ConditionKey: [Spelling]] = [
    .leagues: [Spelling(yaml: "leagues: [mlb]", json: #""leagues":["mlb"]"#) { $0.leagues = ["MLB"] }],
    .teams: [
      Spelling(yaml: "teams: [BOS]", json: #""teams":["BOS"]"#) { $0.teams = ["bos"] },
      Spelling(yaml: "teams: [red sox, Yanks]", json: #""teams":["boston","NY Yankees"]"#) {
        $0.teams = ["Red-Sox", "yankees"]
      },
    ],
    .batting: [Spelling(yaml: "batting: [AZ, ARI]", json: #""batting":["AZ","ARI"]"#) { $0.batting = ["az"] }],
    .pitching: [Spelling(yaml: "pitching: [BOS]", json: #""pitching":["BOS"]"#) { $0.pitching = ["BOS"] }],
    .players: [
      Spelling(yaml: "players: [Ana Ruiz, 660271]", json: #""players":["Ana Ruiz",660271]"#) {
        $0.players = ["Ana Ruiz", "660271"]
      }
    ],
    .types: [
      Spelling(yaml: "types: [livegame.play]", json: #""types":["livegame.play"]"#) { $0.types = ["play"] },
      Spelling(yaml: "types: [Play]", json: #""types":["play"]"#) { $0.types = ["livegame.play"] },
    ],
    .tags: [
      Spelling(yaml: "tags: [home_run, final]", json: #""tags":["home_run","final"]"#) {
        $0.tags = ["home-run", "Final"]
      },
      Spelling(yaml: "tags: [Home-Run]", json: #""tags":["home run"]"#) { $0.tags = ["home_run"] },
    ],
    .allTags: [Spelling(yaml: "all_tags: [hit]", json: #""all_tags":["hit"]"#) { $0.allTags = ["hit"] }],
    .notTags: [Spelling(yaml: "not_tags: [hit]", json: #""not_tags":["hit"]"#) { $0.notTags = ["hit"] }],
    .innings: [
      Spelling(yaml: "innings: 7+", json: #""innings":"7+""#) { $0.innings = "7+" },
      Spelling(yaml: "innings: 1-5", json: #""innings":"1-5""#) { $0.innings = "1-5" },
      Spelling(yaml: "innings: 9", json: #""innings":9"#) { $0.innings = "9" },
    ],
    .scoreMargin: [Spelling(yaml: "score_margin: <=2", json: #""score_margin":"<=2""#) { $0.scoreMargin = "<=2" }],
    .importance: [Spelling(yaml: "importance: 3+", json: #""importance":"3+""#) { $0.importance = "3+" }],
    .minLeverage: [
      Spelling(yaml: "min_leverage: 2", json: #""min_leverage":2"#) { $0.minLeverage = "2" },
      Spelling(yaml: "min_leverage: 1.5", json: #""min_leverage":"1.5""#) { $0.minLeverage = "1.50" },
    ],
    .minSwing: [
      Spelling(yaml: "min_swing: 20%", json: #""min_swing":"20 %""#) { $0.minSwing = "0.2" },
      Spelling(yaml: "min_swing: 0.2", json: #""min_swing":0.2"#) { $0.minSwing = "20%" },
    ],
    .provisional: [
      Spelling(yaml: "provisional: false", json: #""provisional":false"#) { $0.provisional = false },
      Spelling(yaml: "provisional: true", json: #""provisional":true"#) { $0.provisional = true },
    ],
  ]

  @Test(arguments: ConditionKey.allCases)
  func everyConditionMeansTheSameEverywhere(key: ConditionKey) throws {
    for spelling in try #require(Self.spellings[key]) {
      let route = try Self.route(spelling.yaml)
      var text = FilterText()
      spelling.option(&text)
      let (member, option) = (try Self.filter("{\(spelling.json)}"), try EventFilter(text))
      #expect(!route.isEmpty && member.conditions == route && option.conditions == route)
      #expect(member.match.keys == [key] && !member.isOpen)
      let again = try JSONDecoder().decode(EventFilter.self, from: JSONEncoder().encode(member))
      #expect(again == member)
    }
  }

  private static func route(_ condition: String) throws -> Conditions {
    let folder = try ConfigFolder()
    let path = try folder.write("routes: [{stop: true, \(condition)}]", to: "livegamed.yaml")
    let routes = try withExtendedLifetime(folder) { try ConfigFiles.read(path: path, environment: [:]).routes }
    return try #require(routes.first?.conditions)
  }

  private static func filter(_ json: String) throws -> EventFilter {
    try JSONDecoder().decode(EventFilter.self, from: Data(json.utf8))
  }

  @Test(arguments: [
    ("innings", ">6", "'innings' takes a whole number or a range from 1 to 99, not '>6'; did you mean '7+'?"),
    (
      "innings", "late",
      "'innings' takes a whole number or a range from 1 to 99, not 'late'; write it as in '2', "
        + "'2-4', '2+' or '<=2'"
    ),
    (
      "importance", "5",
      "'importance' takes a whole number or a range from 0 to 4, not '5'; write it as in '2', "
        + "'2-4', '2+' or '<=2'"
    ),
  ])
  func aWrongRangeIsExplainedInTheSameWords(key: String, value: String, says: String) throws {
    let refusal = #expect(throws: Request.Refusal.self) { try Self.filter(#"{"\#(key)":"\#(value)"}"#) }
    #expect(refusal == Request.Refusal(code: .malformed, message: says))
    let faults = #expect(throws: ConfigFaults.self) { try Self.route("\(key): '\(value)'") }
    #expect(faults?.faults.map { "\($0.message); \($0.hint ?? "")" } == [says])
    var text = FilterText()
    if key == "innings" { text.innings = value } else { text.importance = value }
    let fault = #expect(throws: Fault.self) { try EventFilter(text) }
    #expect(fault?.description == "\(says) [socket.bad-filter]")
  }

  @Test(arguments: [
    (#"{"players":["?"]}"#, "'?' is neither a player's name nor an id; \(PlayerName.advice)"),
    (#"{"inning":9}"#, "'filter' has no member 'inning'; did you mean 'innings'?"),
    (#"{"innings":[9]}"#, "'filter.innings' must be a text or a whole number"),
    (#"{"innings":9.5}"#, "'filter.innings' must be a text or a whole number"),
    (#"{"provisional":"no"}"#, "'filter.provisional' must be true or false"),
  ])
  func aWrongValueIsRefused(filter: String, says: String) {
    let refusal = #expect(throws: Request.Refusal.self) {
      try Request(line: Array(#"{"op":"subscribe","filter":\#(filter)}"#.utf8))
    }
    #expect(refusal?.code == .malformed && refusal?.message == says)
  }
}
