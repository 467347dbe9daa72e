import Foundation
import GRDB
import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct FollowedNameTests {
  private let storage: TemporaryLog

  init() throws { storage = try TemporaryLog() }

  private static let boston = FollowedName(kind: .team, name: "BOS", added: Timestamp(seconds: 5), user: 1000)
  private static let player = FollowedName(
    kind: .player, name: "660271", title: "Shohei Ohtani", added: Timestamp(seconds: 6), user: nil)

  @Test func namesAreKeptInTheirOrder() async throws {
    let log = storage.log
    #expect(try log.followed().isEmpty)
    #expect(try await log.changeFollowed(adding: [Self.player], removing: []) == [Self.player])
    _ = try await log.changeFollowed(adding: [Self.boston], removing: [])
    #expect(try log.followed() == [Self.player, Self.boston])
    #expect(try await log.changeFollowed(adding: [], removing: [Self.player]) == [Self.boston])
  }

  @Test func aNameThatIsStoredStaysAsItIs() async throws {
    var later = Self.boston
    later.added = Timestamp(seconds: 99)
    _ = try await storage.log.changeFollowed(adding: [Self.boston], removing: [])
    #expect(try await storage.log.changeFollowed(adding: [later], removing: []) == [Self.boston])
  }

  @Test func aSnapshotAndABackupHaveThem() async throws {
    _ = try await storage.log.changeFollowed(adding: [Self.boston, Self.player], removing: [])
    let path = storage.log.pool.path
    #expect(try LogSnapshot(path: path).followed() == [Self.boston, Self.player])
    let copy = path + ".copy"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try await storage.log.pool.vacuum(into: copy)
    #expect(try LogSnapshot(path: copy).followed() == [Self.boston, Self.player])
  }

  @Test func aLogOfAnEarlierReleaseHasNone() async throws {
    try await storage.log.pool.write { try $0.execute(sql: "DROP TABLE followed") }
    #expect(try LogSnapshot(path: storage.log.pool.path).followed().isEmpty)
  }
}
