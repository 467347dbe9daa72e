import FoundationEssentials
import Glibc
import Testing

@testable import LivePlatform

@Suite struct RegularFileTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/file" }

  init() throws { folder = try TemporaryFolder() }

  private func write(_ count: Int) throws -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    try Data(bytes).write(to: URL(filePath: path))
    return bytes
  }

  @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 50_000]) func aFileUpToTheLimitIsReadWhole(count: Int) throws {
    let bytes = try write(count)
    #expect(try RegularFile.read(path, limit: 50_000) == bytes)
    #expect(try RegularFile.read(path, limit: count) == bytes)
  }

  @Test(arguments: [(1, 0), (16_385, 16_384)]) func aLargerFileIsRefused(count: Int, limit: Int) throws {
    _ = try write(count)
    #expect(throws: RegularFile.Refusal.tooLarge) { try RegularFile.read(path, limit: limit) }
  }

  /// A file of /proc has bytes, and the size 0.
  @Test func aFileThatGrowsWhileItIsReadIsBounded() {
    #expect(throws: RegularFile.Refusal.tooLarge) { try RegularFile.read("/proc/self/maps", limit: 100) }
  }

  @Test func aLinkIsFollowed() throws {
    let bytes = try write(10)
    #expect(symlink("file", "\(folder.path)/link") == 0)
    #expect(try RegularFile.read("\(folder.path)/link", limit: 10) == bytes)
  }

  @Test func nothingElseIsRead() throws {
    #expect(mkfifo(path, 0o600) == 0)
    let socket = try UnixSocket.bound(to: "\(folder.path)/socket")
    for each in [path, folder.path, "/dev/zero", "\(folder.path)/socket"] {
      #expect(throws: RegularFile.Refusal.notRegular, "\(each)") { try RegularFile.read(each, limit: 10) }
    }
    withExtendedLifetime(socket) {}
  }

  @Test func aMissingFileIsReported() {
    #expect(throws: RegularFile.Refusal.failed(SystemError(number: ENOENT))) {
      try RegularFile.read("\(folder.path)/none", limit: 10)
    }
    #expect(throws: RegularFile.Refusal.failed(SystemError(number: ENOTDIR))) {
      try RegularFile.read("/dev/null/none", limit: 10)
    }
  }

  @Test func namesOfAFolderAreListed() throws {
    for name in ["a", "b", ".c", String(repeating: "ä", count: 127)] {
      try Data().write(to: URL(filePath: "\(folder.path)/\(name)"))
    }
    let all = try Folder.names(in: folder.path, limit: 9) { _ in true }
    #expect(all.sorted() == [".c", "a", "b", String(repeating: "ä", count: 127)])
    #expect(try Folder.names(in: folder.path, limit: 2) { !$0.hasPrefix(".") }.count == 2)
    #expect(throws: SystemError(number: ENOENT)) { try Folder.names(in: "\(folder.path)/none", limit: 9) { _ in true } }
  }
}
