import CLinux
import Glibc
import Testing

@testable import LiveCore
@testable import LivePlatform

/// The settings hold for the whole process, so each test runs in its own process.
@Suite struct CoreFilesTests {
  @Test func noCoreFileIsWrittenAndNoOtherProcessMayRead() async {
    await #expect(processExitsWith: .success) {
      #expect(clinux_is_dumpable() == 1)
      CoreFiles.forbid()
      #expect(clinux_is_dumpable() == 0)
      var limits = rlimit(rlim_cur: 1, rlim_max: 1)
      #expect(getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limits) == 0)
      #expect(limits.rlim_cur == 0 && limits.rlim_max == 0)
    }
  }
}
