import Foundation
import Glibc
import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct DedicatedThreadTests {
  @Test func aThreadHasItsNameWhileItRuns() throws { #expect(try Self.readName() == "live-test\n") }

  /// There `/proc` belongs to root, and can be read but not written.
  @Test func aThreadHasItsNameInANonDumpableProcess() async {
    await #expect(processExitsWith: .success) {
      if geteuid() == 0 { #expect(setuid(65534) == 0) }
      CoreFiles.forbid()
      #expect(access("/proc/self/comm", W_OK) != 0)
      let name = try DedicatedThreadTests.readName()
      #expect(name == "live-test\n")
    }
  }

  /// Returns the kernel's name of the current thread.
  private static func readName() throws -> String {
    let name = Locked("")
    let thread = try DedicatedThread(name: "live-test") {
      let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
      name.withLock { $0 = text ?? "unreadable" }
    }
    thread.join()
    return name.withLock { $0 }
  }
}
