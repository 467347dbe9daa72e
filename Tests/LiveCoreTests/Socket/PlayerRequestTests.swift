import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveMLB
@testable import LiveModel

@Suite struct PlayerRequestTests {
  private static func lookup(_ text: String) throws -> Lookup? {
    guard case .handled(.lookup(let lookup)) = try Request(line: Array(text.utf8)).operation else { return nil }
    return lookup
  }

  @Test(arguments: [
    (#"{"op":"teams","id":7,"protocol":1}"#, Lookup.teams()),
    (#"{"op":"teams","league":"mlb"}"#, .teams(.mlb)),
    (#"{"op":"team","team":"red sox","id":"a"}"#, .team(TeamQuestion(team: "BOS"))),
    (#"{"op":"team","team":"ATH","order":"position"}"#, .team(TeamQuestion(team: "ATH", order: .position))),
    (#"{"op":"players","name":"muñoz"}"#, .players(PlayersQuestion(name: "muñoz"))),
    (
      #"{"op":"players","name":"x y","team":"Mets","position":"Outfielder"}"#,
      .players(PlayersQuestion(name: "x y", team: "NYM", position: "OF"))
    ),
    (#"{"op":"player","player":660271,"id":1}"#, .player(.id(660_271))),
    (#"{"op":"player","player":"ohtani"}"#, .player(.name("ohtani"))),
    (#"{"op":"player","player":"ohtani","league":"MLB"}"#, .player(.name("ohtani", league: .mlb))),
    (
      #"{"op":"player","player":115,"service":"balldontlie","league":"mlb"}"#,
      .player(.id(115, service: "balldontlie", league: .mlb))
    ),
    (#"{"op":"team","team":"BOS","league":"mlb"}"#, .team(TeamQuestion(team: "BOS", league: .mlb))),
    (#"{"op":"players","name":"xy","league":"mlb"}"#, .players(PlayersQuestion(name: "xy", league: .mlb))),
  ])
  func aRequestIsUnderstood(text: String, lookup: Lookup) throws {
    #expect(try Self.lookup(text) == lookup)
    let written = try JSONEncoder().encode(lookup)
    #expect(try Self.lookup(String(decoding: written, as: UTF8.self)) == lookup)
  }

  @Test(arguments: [
    (#"{"op":"teams","team":"BOS"}"#, "this request has no member 'team'"), (#"{"op":"team"}"#, "'team' is missing"),
    (#"{"op":"team","team":"BOS","order":"age"}"#, "'order' must be 'name' or 'position'"),
    (#"{"op":"players"}"#, "needs a 'name', a 'team' or a 'position'"),
    (#"{"op":"players","name":"a"}"#, "at least two letters"), (#"{"op":"players","names":"ab"}"#, "'names'"),
    (#"{"op":"player","player":0}"#, "an id or a name"), (#"{"op":"player","player":-5}"#, "an id or a name"),
    (#"{"op":"player","player":"x"}"#, "at least two letters"), (#"{"op":"player","player":[]}"#, "'player'"),
    (#"{"op":"player","player":"\#(String(repeating: "x", count: 101))"}"#, "at most 100 bytes"),
  ])
  func aMistakeIsRefused(text: String, words: String) {
    let refusal = #expect(throws: Request.Refusal.self) { try Self.lookup(text) }
    #expect(refusal?.code == .malformed && refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
  }

  @Test(arguments: [
    (#"{"op":"team","team":"bosten"}"#, "did you mean"),
    (#"{"op":"team","team":"New York"}"#, "could be several teams"),
    (#"{"op":"players","position":"goalie"}"#, "there is no position 'goalie'; use one of P, C, 1B"),
    (#"{"op":"players","position":"picther"}"#, "did you mean 'pitcher'?"),
  ])
  func anUnknownNameHasNearNames(text: String, words: String) {
    let refusal = #expect(throws: Request.Refusal.self) { try Self.lookup(text) }
    #expect(refusal?.code == .unknownName && refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
  }
}
