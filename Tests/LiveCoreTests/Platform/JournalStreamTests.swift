import Glibc
import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct JournalStreamTests {
  @Test func anOpenFileIsKnownByItsDeviceAndInode() throws {
    let pipe = try OpenPipe()
    let variable = try pipe.variable(at: pipe.ends[1])
    #expect(JournalStream.isOpen(pipe.ends[1], by: variable))
    #expect(!JournalStream.isOpen(STDIN_FILENO, by: variable))
  }

  @Test func anotherFileIsNotTheJournal() throws {
    let (pipe, other) = (try OpenPipe(), try OpenPipe())
    #expect(!JournalStream.isOpen(pipe.ends[1], by: try other.variable(at: other.ends[1])))
  }

  @Test(arguments: [nil, "", ":", "8", "8:", ":8", "8:9:10", "-8:9", "8:x", " 8:9", "8:99999999999999999999999"])
  func anInvalidVariableIsNoStream(variable: String?) {
    #expect(JournalStream(variable: variable) == nil)
    #expect(!JournalStream.isOpen(-1, by: variable))
  }

  @Test func aClosedDescriptorIsNotTheJournal() { #expect(!JournalStream.isOpen(-1, by: "8:9")) }

  @Test func theLogGoesToTheJournalIfStandardErrorDoes() throws {
    var status = stat()
    try #require(fstat(STDERR_FILENO, &status) == 0)
    let own = "\(status.st_dev):\(status.st_ino)"
    #expect(LogDestination(environment: ["JOURNAL_STREAM": own]) == .journal)
    #expect(LogDestination(environment: ["JOURNAL_STREAM": own + "1"]) == .standardError)
    #expect(LogDestination(environment: [:]) == .standardError)
  }
}

/// A pipe for one test.
private final class OpenPipe {
  struct None: Error {}

  private(set) var ends: [Int32] = [-1, -1]

  init() throws { guard pipe(&ends) == 0 else { throw None() } }

  deinit { for end in ends { close(end) } }

  /// Returns the variable with which systemd would name the file.
  func variable(at descriptor: Int32) throws -> String {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw None() }
    return "\(status.st_dev):\(status.st_ino)"
  }
}
