import Testing

@testable import LiveMLB
@testable import LiveModel

@Suite struct MLBPushReaderTests {
  private static let stamp = Timestamp(timecode: "20240620_032726")

  /// A message in the form of the captured ones.
  private static func text(
    _ gameEvents: [String], _ logicalEvents: [String] = [], change: String = #"{"type":"new_entry"}"#,
    gamePk: String = #""745646""#
  ) -> [UInt8] {
    func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ",") }
    return Array(
      """
      {"timeStamp":"20240620_032726","gamePk":\(gamePk),"updateId":"dca87d70-0d4c-4d0a-9e0a-5d1f6a3f5d11","wait":10,\
      "logicalEvents":[\(list(logicalEvents))],"gameEvents":[\(list(gameEvents))],\
      "changeEvent":\(change),"isDelay":true}
      """.utf8)
  }

  private static func read(_ text: [UInt8]) -> PushMessage? {
    var reader = MLBPushReader(gamePk: 745_646)
    return reader.read(text)
  }

  private typealias Names = (game: [String], logical: [String], kind: PushMessage.Kind)

  private static let names: [Names] = [
    (["field_out"], ["countChange", "count12"], .news), (["pitching_substitution"], [], .news),
    (["caught_stealing_2b"], [], .news), (["hit_by_pitch"], ["count12"], .news), (["something_new"], [], .news),
    (["ball", "wild_pitch"], ["count10"], .news), (["sac_fly", "game_finished"], [], .news),
    ([], ["gameStateChangeToDelayedStart"], .news), (["ball"], ["abstractGameStateChange"], .news),
    (["hit_into_play_score"], ["count12", "newLeftHandedHit"], .scoring),
    (["hit_into_play"], ["countChange", "count12"], .ending), (["hit_into_play_no_out"], [], .ending),
    (["called_strike"], ["countChange", "count13"], .ending), (["ball"], ["countChange", "count42"], .ending),
    (["ball"], ["countChange", "count32"], .pitch), (["foul"], ["count12"], .pitch),
    (["automatic_ball"], ["count10"], .pitch), (["swinging_strike_blocked"], ["count01", "newBatter"], .pitch),
    (["at_bat_start"], ["countChange", "count00", "newBatter"], .batter), ([], ["newBatter"], .batter),
    (["batter_timeout"], [], .idle), (["mound_visit"], [], .idle), ([], [], .idle),
    (["foul"], ["count43x", "countx3"], .pitch),
  ]

  @Test func theKindFollowsFromTheNames() throws {
    for names in Self.names {
      let message = try #require(Self.read(Self.text(names.game, names.logical)))
      #expect(message.stamp == Self.stamp && message.kind == names.kind, "\(names)")
    }
  }

  @Test func duplicatesHaveOneDigest() {
    let texts = ["a", "b"].map { update in
      Array(#"{"timeStamp":"20240620_032726","updateId":"\#(update)","gameEvents":["single"]}"#.utf8)
    }
    #expect(Self.read(texts[0]) == Self.read(texts[1]))
    #expect(Self.read(Self.text(["single"])) != Self.read(Self.text(["double"])))
  }

  @Test(arguments: [
    #"{"type":"full_refresh"}"#, #"{"type":"correction","changed_at_bat_indexes":[3]}"#, "{}", "null", "7",
    #"{"type":["new_entry"]}"#,
  ])
  func anyOtherChangeIsNews(change: String) {
    #expect(Self.read(Self.text(["ball"], ["count10"], change: change))?.kind == .news)
  }

  @Test func otherRunnersAreNews() {
    var reader = MLBPushReader(gamePk: 745_646)
    let kinds = [
      "basesEmpty", "basesEmpty", "runnerOnFirst", "runnerOnFirst", "runnersOnFirstAndSecond", "basesLoaded",
    ].map { reader.read(Self.text(["ball"], ["count10", $0]))?.kind }
    #expect(kinds == [.news, .pitch, .news, .pitch, .news, .news])
    #expect(reader.read(Self.text(["ball"], ["count10"]))?.kind == .pitch)
    #expect(reader.read(Self.text(["ball"], ["count10", "basesLoaded"]))?.kind == .pitch)
  }

  @Test(arguments: [
    (#""745646""#, true), ("745646", true), ("null", true), (#""745647""#, false), ("745647", false),
    (#""game""#, false), ("-1", false), (#""""#, false),
  ])
  func onlyMessagesOfTheGameAreRead(gamePk: String, isRead: Bool) {
    #expect((Self.read(Self.text(["ball"], ["count10"], gamePk: gamePk)) != nil) == isRead)
  }

  @Test func aMessageWithoutGameIsAboutThatOfTheConnection() {
    let text = Array(#"{"timeStamp":"20240620_032726","changeEvent":{"type":"new_entry"},"gameEvents":["foul"]}"#.utf8)
    #expect(Self.read(text)?.kind == .pitch)
  }

  /// A list that cannot be read may hold anything.
  @Test(arguments: [
    #""gameEvents":["ball",7]"#, #""gameEvents":"home_run""#, #""gameEvents":{"0":"home_run"}"#,
    #""logicalEvents":[["count10"]],"gameEvents":["ball"]"#,
  ])
  func unreadableNamesAreNews(members: String) {
    let text = #"{"timeStamp":"20240620_032726","gamePk":"745646","changeEvent":{"type":"new_entry"},\#(members)}"#
    #expect(Self.read(Array(text.utf8))?.kind == .news)
  }

  @Test func aListOfManyNamesIsNews() {
    #expect(Self.read(Self.text(Array(repeating: "ball", count: 65)))?.kind == .news)
    #expect(Self.read(Self.text(Array(repeating: "ball", count: 64)))?.kind == .pitch)
  }

  @Test(arguments: [
    "", " ", "null", "7", "[]", "Gameday5", "{", #"{"timeStamp":"20240620_032726""#, "{}", #"{"timeStamp":null}"#,
    #"{"timeStamp":"2024-06-20T03:27:26Z","gamePk":"745646"}"#, #"{"timeStamp":20240620,"gamePk":"745646"}"#,
    #"{"timeStamp":"99999999_999999"}"#,
  ])
  func whatIsNoMessageIsDropped(text: String) { #expect(Self.read(Array(text.utf8)) == nil) }

  @Test func aMessageMayBeLongButNotTooLong() {
    let text = Self.text(["ball"], ["count10"])
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: MLBPushReader.longest - text.count)
    #expect(Self.read(text + blanks)?.kind == .pitch)
    #expect(Self.read(text + blanks + [UInt8(ascii: " ")]) == nil)
  }

  /// Damaged messages are read or dropped; the next one is read as ever.
  @Test func noBytesTrap() {
    var dice = SplitMix(seed: 48)
    var reader = MLBPushReader(gamePk: 745_646)
    let texts = [Self.text(["ball"], ["count10"]), Self.text([], [], gamePk: "745646")]
    for round in 0..<4000 {
      var text = texts[round % 2]
      for _ in 0...Int(dice.next() % 4) {
        let place = Int(dice.next() % UInt64(text.count))
        switch dice.next() % 3 {
        case 0: text[place] = UInt8(dice.next() % 256)
        case 1: text.insert(contentsOf: text[place...].prefix(9), at: place)
        default: text.removeSubrange(place..<min(place + 5, text.count))
        }
        if text.isEmpty { break }
      }
      _ = reader.read(text)
    }
    let deep = Array(String(repeating: "[", count: MLBPushReader.longest).utf8)
    #expect(reader.read(deep) == nil)
    #expect(reader.read(texts[0]) != nil)
  }
}
