import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct FollowListTests {
  private let now = Timestamp(seconds: 1_000)

  /// Returns the list of a configuration and of what orders have added.
  private func list(_ yaml: String, _ stored: [FollowSubject] = []) throws -> FollowList {
    let folder = try ConfigFolder()
    try folder.write(yaml, to: "livegamed.yaml")
    let config = try ConfigFiles.read(path: "\(folder.path)/livegamed.yaml", environment: [:])
    return FollowList(
      config.follow, config.reading,
      stored: stored.map { FollowedName(kind: $0.kind, name: $0.name, title: $0.title, added: now, user: 7) })
  }

  private static let ohtani = FollowSubject.player(660_271, "Shohei Ohtani")

  /// Returns the code and the message of a refusal.
  private func refusal(_ body: () throws -> Void) -> (code: Request.Refusal.Code, message: String)? {
    do {
      try body()
      return nil
    } catch {
      return (error as? Request.Refusal).map { ($0.code, $0.message) }
    }
  }

  @Test func bothListsAddUp() throws {
    let list = try list(
      "follow: {teams: [BOS, OAK], players: [592450]}", [.team("NYY"), .team("ATH"), .team("bos"), Self.ohtani])
    #expect(list.merged.teams == ["BOS", "OAK", "NYY", "bos"] && !list.isEverything)
    #expect(list.merged.players == [.id(592_450), .id(660_271)])
  }

  @Test func withoutAnyNameEverythingIsFollowed() throws {
    let nothing = try list("")
    #expect(nothing.isEverything && nothing.entries.isEmpty)
    for some in [try list("", [.team("BOS")]), try list("follow: {players: [1]}")] { #expect(!some.isEverything) }
  }

  @Test func aNewNameIsAddedWithItsUserAndTime() throws {
    let addition = try list("follow: {teams: [NYY]}").adding(
      [.team("BOS"), Self.ohtani, .team("BOS")], isOnly: false, by: 1000, at: now)
    #expect(
      addition.added == [
        FollowedName(kind: .team, name: "BOS", added: now, user: 1000),
        FollowedName(kind: .player, name: "660271", title: "Shohei Ohtani", added: now, user: 1000),
      ])
    #expect(addition.known.isEmpty)
  }

  @Test(arguments: ["[OAK]", "[ath]", "[Oakland]"])
  func aTeamOfTheConfigurationIsKnownUnderAllItsNames(teams: String) throws {
    let list = try list("follow: {teams: \(teams)}")
    let addition = try list.adding([.team("ATH")], isOnly: false, by: 0, at: now)
    #expect(addition.added.isEmpty && addition.known == [.team("ATH")])
    #expect(list.place(of: .team("ATH"))?.hasSuffix("livegamed.yaml:1:18") == true)
    #expect(list.place(of: .team("BOS")) == nil)
  }

  @Test(arguments: ["shohei  OHTANI", "660271"]) func aPlayerOfTheConfigurationIsKnown(name: String) throws {
    let list = try list("follow: {players: [\"\(name)\"]}")
    #expect(try list.adding([Self.ohtani], isOnly: false, by: 0, at: now).known == [Self.ohtani])
    #expect(list.place(of: Self.ohtani)?.hasSuffix("livegamed.yaml:1:20") == true)
  }

  @Test func nothingIsNarrowedInSilence() throws {
    let refused = refusal { _ = try list("").adding([.team("BOS")], isOnly: false, by: 0, at: now) }
    #expect(
      refused?.code == .refused && refused?.message.contains("only BOS from now on, repeat it with --only") == true)
    #expect(try list("").adding([.team("BOS")], isOnly: true, by: 0, at: now).added.count == 1)
    let wide = refusal { _ = try list("follow: {teams: [NYY]}").adding([.team("BOS")], isOnly: true, by: 0, at: now) }
    #expect(wide?.code == .refused)
  }

  @Test func theListIsBounded() throws {
    let full = try list("", (1...FollowedName.most).map { .player($0, nil) })
    #expect(refusal { _ = try full.adding([.team("BOS")], isOnly: false, by: 0, at: now) }?.code == .refused)
    #expect(try full.adding([.player(1, nil)], isOnly: false, by: 0, at: now).known.count == 1)
  }

  @Test(arguments: ["NYY", "yankees", "Shohei Ohtani", "SHOHEI OHTANI", "660271"])
  func whatWasAddedIsRemovedUnderAnyOfItsNames(name: String) throws {
    let list = try list("follow: {teams: [BOS]}", [.team("NYY"), Self.ohtani])
    let removal = try list.removing([name, name], isEverything: false)
    #expect(removal.removed.count == 1 && removal.warnings.isEmpty)
  }

  @Test(arguments: [
    ("BOS", "BOS stands in the configuration, at ", "livegamed.yaml:1:18; remove it there"),
    ("Red Sox", "BOS stands in the configuration, at ", "livegamed.yaml:1:18"),
    ("jose ramirez", "jose ramirez stands in the configuration, at ", "livegamed.yaml:1:34"),
    ("592450", "player 592450 stands in the configuration, at ", "livegamed.yaml:1:50"),
  ])
  func whatTheConfigurationNamesIsRemovedThere(name: String, beginning: String, place: String) throws {
    let list = try list("follow: {teams: [BOS], players: [\"José Ramírez\", 592450]}", [.team("NYY")])
    let refused = refusal { _ = try list.removing([name], isEverything: false) }
    #expect(refused?.code == .refused && refused?.message.hasPrefix(beginning) == true, "\(refused?.message ?? "")")
    #expect(refused?.message.contains(place) == true, "\(refused?.message ?? "")")
  }

  @Test func whatBothNameIsStillFollowed() throws {
    let removal = try list("follow: {teams: [NYY]}", [.team("NYY")]).removing(["NYY"], isEverything: false)
    #expect(removal.removed.count == 1)
    #expect(removal.warnings.count == 1 && removal.warnings[0].hasPrefix("the configuration still follows NYY, at "))
  }

  @Test func theLastNameIsNotRemovedInSilence() throws {
    let list = try list("", [.team("NYY")])
    let refused = refusal { _ = try list.removing(["NYY"], isEverything: false) }
    #expect(refused?.code == .refused && refused?.message.contains("--everything") == true)
    #expect(try list.removing(["NYY"], isEverything: true).removed.count == 1)
  }

  @Test(arguments: [
    ("Ohtani", "did you mean 'Shohei Ohtani'?"), ("Shohei Otani", "did you mean 'Shohei Ohtani'?"),
    ("TOR", "'livegamed follow list' shows"),
  ])
  func anUnknownNameGetsTheNearest(name: String, advice: String) throws {
    let refused = refusal { _ = try list("", [.team("NYY"), Self.ohtani]).removing([name], isEverything: false) }
    #expect(refused?.code == .unknownName && refused?.message.contains(advice) == true, "\(refused?.message ?? "")")
  }

  @Test func twoPlayersOfOneNameNeedTheirIds() throws {
    let list = try list("", [.player(1, "Will Smith"), .player(2, "Will Smith")])
    let refused = refusal { _ = try list.removing(["Will Smith"], isEverything: false) }
    #expect(refused?.code == .unknownName && refused?.message.hasSuffix("write 1 or 2") == true)
    #expect(try list.removing(["2"], isEverything: false).removed.map(\.name) == ["2"])
  }

  @Test func theEntriesNameTheirOrigins() throws {
    let list = try list(
      "follow: {teams: [OAK], players: [\"Shohei Ohtani\", 5]}", [Self.ohtani, .team("BOS"), .player(9, nil)])
    let entries = list.entries
    #expect(
      entries.map(\.abbreviation) == ["ATH", "BOS", nil, nil, nil] && entries.map(\.id) == [nil, nil, 660_271, 5, 9])
    #expect(entries.map { $0.place != nil } == [true, false, true, true, false])
    #expect(entries.map { $0.added != nil } == [false, true, true, false, true])
    #expect(entries[0].name == "Athletics" && entries[2].name == "Shohei Ohtani" && entries[1].user == 7)
  }
}
