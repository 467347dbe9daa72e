import Glibc
import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct MultiSendTests {
  /// Returns two ends of a connection; the first never blocks.
  private func pair() throws -> (near: Descriptor, far: Descriptor) {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  private func text(_ descriptor: Descriptor, _ count: Int) -> String {
    String(
      decoding: [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = max(0, recv(descriptor.number, buffer.baseAddress, count, Int32(MSG_WAITALL)))
      }, as: UTF8.self)
  }

  @Test(arguments: [([0..<5], "hello"), ([0..<1, 4..<5], "ho"), ([4..<5, 0..<4], "ohell")])
  func everySocketGetsTheRangesInOrder(runs: [Range<Int>], expected: String) throws {
    let pairs = try (0..<3).map { _ in try pair() }
    let shortfalls = MultiSend.send(runs, of: Array("hello".utf8), to: ContiguousArray(pairs.map(\.near.number)))
    #expect(shortfalls.isEmpty)
    for pair in pairs { #expect(text(pair.far, expected.utf8.count) == expected) }
  }

  @Test func socketsThatFallShortAreReportedAndDelayNoOthers() throws {
    let bytes = [UInt8](repeating: 0x61, count: 4 << 20)
    let (full, gone, good) = (try pair(), try pair().near, try pair())
    let first = MultiSend.send([0..<bytes.count], of: bytes, to: [full.near.number])
    let taken = try #require(first.first?.taken)
    #expect(taken > 0 && taken < bytes.count)
    let second = MultiSend.send([0..<3], of: bytes, to: [full.near.number, gone.number, good.near.number])
    #expect(second == [.init(index: 0, taken: 0), .init(index: 1, taken: 0, isGone: true)])
    #expect(text(good.far, 3) == "aaa")
  }
}
