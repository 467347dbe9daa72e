import Testing

@testable import LiveCore
@testable import LiveModel
@testable import livegamed

/// The screens of `follow list`.
@Suite struct FollowTextTests {
  private static let line = #"""
    {"op":"follow","everything":false,"followed":[
    {"abbreviation":"BOS","kind":"team","name":"Boston Red Sox","place":"/etc/livegamed/livegamed.yaml:3:12"},
    {"abbreviation":"NYY","added":"2026-07-12T01:03:00.000Z","kind":"team","name":"New York Yankees","uid":1000},
    {"id":608070,"kind":"player","name":"José Ramírez","place":"/etc/livegamed/livegamed.d/players.yaml:1:20",
     "state":"active","team":"Cleveland Guardians"},
    {"kind":"player","name":"Will Smith","place":"/etc/livegamed/livegamed.d/players.yaml:2:20","state":"unknown"},
    {"id":660271,"added":"2026-07-10T01:03:00.000Z","kind":"player","name":"Shohei Ohtani","state":"inactive","uid":0},
    {"id":5,"added":"2026-07-10T01:03:00.000Z","kind":"player","state":"unknown"}]}
    """#

  private static func listing() throws -> FollowListing {
    let bytes = Array(line.utf8.filter { $0 != UInt8(ascii: "\n") })
    guard case .list(let listing) = try FollowAnswer(WatchLine(bytes: bytes)) else { throw CancellationError() }
    return listing
  }

  private static func text(_ width: Int, hasColour: Bool = false) throws -> FollowText {
    let zone = BoardTextTests.newYork
    let now = zone.time(at: try #require(Timestamp(rfc3339: "2026-07-12T02:00:00Z")))
    return FollowText(width: width, hasColour: hasColour, zone: zone, now: now)
  }

  @Test(arguments: [60, 80, 120]) func theListFitsTheWidth(width: Int) throws {
    let lines = try Self.text(width).lines(of: try Self.listing())
    #expect(lines.allSatisfy { $0.columns <= width && !$0.contains("…") })
    try GoldenScreen("follow-\(width)").check(lines)
  }

  @Test(arguments: 1...40) func aNarrowTerminalIsNotExceeded(width: Int) throws {
    #expect(try Self.text(width).lines(of: try Self.listing()).allSatisfy { $0.columns <= width })
  }

  @Test func inactivePlayersAreDim() throws {
    let lines = try Self.text(120, hasColour: true).lines(of: try Self.listing())
    #expect(lines.filter { $0.hasPrefix("\u{1b}[2m") }.count == 3, "with the two titles")
  }

  @Test func textFromOutsideCannotControlTheTerminal() throws {
    var listing = try Self.listing()
    listing.entries[2].name = "A\u{1b}[31m\nB"
    #expect(try Self.text(120).lines(of: listing).allSatisfy { !$0.contains("\u{1b}") && !$0.contains("\n") })
  }

  @Test func withoutNamesEverythingIsFollowed() throws {
    let nothing = FollowListing(isEverything: true, entries: [])
    #expect(try Self.text(80).lines(of: nothing) == ["every game is followed, because no team or player is named"])
  }
}
