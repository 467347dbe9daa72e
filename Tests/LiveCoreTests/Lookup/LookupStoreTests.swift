import Foundation
import GRDB
import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct LookupStoreTests {
  private static func answer(_ size: Int, at second: Int64, etag: String? = nil) -> LookupStore.Answer {
    LookupStore.Answer(
      body: Array(repeating: UInt8(ascii: "x"), count: size), etag: etag, confirmed: Timestamp(seconds: second))
  }

  @Test func anAnswerIsKeptOverARestart() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/lookups.sqlite"
    let kept = Self.answer(3, at: 10, etag: #""a""#)
    try await LookupStore(path: path).keep(kept, of: "http://a/1")
    let store = LookupStore(path: path)
    #expect(try await store.answer(of: "http://a/1") == kept)
    #expect(try await store.answer(of: "http://a/2") == nil)
    try await store.use("http://a/1", at: Timestamp(seconds: 20), isConfirmed: true)
    #expect(try await store.answer(of: "http://a/1")?.confirmed == Timestamp(seconds: 20))
  }

  @Test func theFileIsMadeAtItsFirstUse() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/lookups.sqlite"
    let store = LookupStore(path: path)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try await store.answer(of: "http://a/1") == nil)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func answersAreKeptInMemoryWhereNoFileCanBeMade() async throws {
    let folder = try TemporaryFolder()
    let store = LookupStore(path: "\(folder.path)/none/lookups.sqlite")
    try await store.keep(Self.answer(1, at: 1), of: "1")
    #expect(try await store.answer(of: "1") != nil)
  }

  @Test func theAnswerThatWasUsedLongestAgoIsRemovedFirst() async throws {
    let store = LookupStore(path: nil, mostBytes: 100)
    for number in 1...3 { try await store.keep(Self.answer(30, at: Int64(number)), of: "\(number)") }
    try await store.use("1", at: Timestamp(seconds: 4), isConfirmed: false)
    try await store.keep(Self.answer(30, at: 5), of: "4")
    var left: [String] = []
    for number in 1...4 where try await store.answer(of: "\(number)") != nil { left.append("\(number)") }
    #expect(left == ["1", "3", "4"])
    #expect(try await store.answer(of: "1")?.confirmed == Timestamp(seconds: 1))
  }

  @Test func anAnswerAboveTheBoundIsNotKept() async throws {
    let store = LookupStore(path: nil, mostBytes: 100)
    try await store.keep(Self.answer(101, at: 1), of: "1")
    #expect(try await store.answer(of: "1") == nil)
  }

  @Test func aDamagedFileIsReplaced() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/lookups.sqlite"
    try Data(repeating: 7, count: 9000).write(to: URL(fileURLWithPath: path))
    let store = LookupStore(path: path)
    try await store.keep(Self.answer(1, at: 1), of: "1")
    #expect(try await store.answer(of: "1") != nil)
  }

  @Test func aFileOfAnotherReleaseIsEmptied() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/lookups.sqlite"
    try await LookupStore(path: path).keep(Self.answer(1, at: 1), of: "1")
    let other = try DatabaseQueue(path: path)
    try await other.write { database in
      try database.execute(sql: "ALTER TABLE answer ADD COLUMN more TEXT")
      try database.execute(sql: "PRAGMA user_version = 999")
    }
    try other.close()
    let store = LookupStore(path: path)
    #expect(try await store.answer(of: "1") == nil)
    try await store.keep(Self.answer(1, at: 2), of: "1")
    #expect(try await LookupStore(path: path).answer(of: "1") != nil)
  }
}
