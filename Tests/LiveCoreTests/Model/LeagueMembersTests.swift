import Foundation
import Testing

@testable import LiveMLB
@testable import LiveModel

@Suite struct LeagueMembersTests {
  private static let own = BaseballMembers(inning: HalfInning(number: 7, half: .bottom), outs: 2)

  private enum NoKeys: CodingKey, CaseIterable {}

  /// Members that were decoded from JSON, as those of a logged event are.
  private struct Decoded: Decodable {
    let members: LeagueMembers

    init(from decoder: any Decoder) throws { members = try LeagueMembers(from: decoder, besides: NoKeys.allCases) }
  }

  private struct Encoded: Encodable {
    let members: LeagueMembers

    func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
  }

  private static func decoded(_ members: LeagueMembers) throws -> LeagueMembers {
    let json = try StableJSON.bytes(of: Encoded(members: members))
    return try JSONDecoder().decode(Decoded.self, from: Data(json)).members
  }

  @Test func membersAreEqualWhetherTheyWereDecodedOrNot() throws {
    let made = LeagueMembers(Self.own)
    let read = try Self.decoded(made)
    #expect(made == read && read == made && made.hashValue == read.hashValue)
    let again = try Self.decoded(made)
    #expect(made == LeagueMembers(Self.own) && read == again)
    var other = Self.own
    other.outs = 1
    #expect(made != LeagueMembers(other) && read != LeagueMembers(other))
    #expect(LeagueMembers(BaseballMembers()) == LeagueMembers() && made != LeagueMembers())
  }

  @Test func membersOfAnotherTypeAreReadFromTheirJSON() throws {
    struct OutsAlone: Codable, Equatable, Sendable { var outs: Int }
    struct Others: Codable, Equatable, Sendable { var clock: String }
    let made = LeagueMembers(Self.own)
    for members in [made, try Self.decoded(made)] {
      #expect(members.decoded(as: BaseballMembers.self) == Self.own)
      #expect(members.decoded(as: OutsAlone.self) == OutsAlone(outs: 2))
      #expect(members.decoded(as: Others.self) == nil)
    }
    #expect(LeagueMembers(OutsAlone(outs: 2)) == LeagueMembers(BaseballMembers(outs: 2)))
  }
}
