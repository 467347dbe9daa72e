import Glibc
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct JournalPayloadTests {
  @Test func hasOneVectorForEachFieldInOrder() throws {
    let payload = try JournalPayload([
      (field: "MESSAGE", value: "one\ntwo\0 Muñoz ⚾ = 1"), (field: "LIVEGAME_TAGS", value: "hit"),
      (field: "LIVEGAME_TAGS", value: ""),
    ])
    let texts = payload.withVectors { vectors in
      vectors.map { String(decoding: UnsafeRawBufferPointer(start: $0.iov_base, count: $0.iov_len), as: UTF8.self) }
    }
    #expect(texts == ["MESSAGE=one\ntwo\0 Muñoz ⚾ = 1", "LIVEGAME_TAGS=hit", "LIVEGAME_TAGS="])
    #expect(payload.bytes.count == texts.reduce(0) { $0 + $1.utf8.count })
  }

  @Test(arguments: ["A", "MESSAGE", "LIVEGAME_GAME_PK", "A1_", String(repeating: "A", count: 64)])
  func acceptsAName(_ name: String) throws {
    #expect(try JournalPayload([(field: name, value: "x")]).bytes == Array("\(name)=x".utf8))
  }

  @Test(arguments: ["", "message", "_PID", "1A", "A B", "A=B", "A\n", "Ä", String(repeating: "A", count: 65)])
  func refusesANameThatJournaldWouldDrop(_ name: String) {
    let fault = #expect(throws: Fault.self) { try JournalPayload([(field: name, value: "x")]) }
    #expect(fault?.code == .journalBadEntry)
  }

  @Test(arguments: [0, 513])
  func refusesTooFewAndTooManyFields(_ count: Int) {
    let fields = (0..<count).map { _ in (field: "LIVEGAME_TAGS", value: "x") }
    #expect(throws: Fault.self) { try JournalPayload(fields) }
  }

  @Test func acceptsTheDocumentedNumberOfFields() throws {
    let fields = (0..<JournalPayload.maximumFields).map { (field: "LIVEGAME_TAGS", value: "\($0)") }
    #expect(try JournalPayload(fields).withVectors { $0.count } == 512)
  }
}
