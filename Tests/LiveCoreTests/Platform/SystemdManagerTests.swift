import Glibc
import Testing

@testable import LiveCore
@testable import LivePlatform

/// libsystemd reads the environment of the process, so each test that sets it runs in its own process.
@Suite struct SystemdManagerTests {
  @Test func sendsEachStateAsADatagram() async {
    await #expect(processExitsWith: .success) {
      let systemd = try NotifySocket()
      setenv("NOTIFY_SOCKET", systemd.path, 1)
      let manager = SystemdManager()
      manager.ready(status: "following 3 games")
      #expect(systemd.next() == "READY=1\nSTATUS=following 3 games")
      manager.status("4 games, sink 'den' disabled")
      #expect(systemd.next() == "STATUS=4 games, sink 'den' disabled")
      manager.beat()
      #expect(systemd.next() == "WATCHDOG=1")
      manager.stopping()
      #expect(systemd.next() == "STOPPING=1")
      #expect(systemd.next() == nil)
    }
  }

  @Test func aReloadHasItsMonotonicStartTime() async {
    await #expect(processExitsWith: .success) {
      let systemd = try NotifySocket()
      setenv("NOTIFY_SOCKET", systemd.path, 1)
      let before = monotonicMicroseconds()
      SystemdManager().reloading()
      let after = monotonicMicroseconds()
      let parts = try #require(systemd.next()).split(separator: "\n")
      #expect(parts.first == "RELOADING=1")
      let value = try #require(parts.last?.split(separator: "=").last.flatMap { Int($0) })
      #expect(parts.last == "MONOTONIC_USEC=\(value)")
      #expect(before...after ~= value)
    }
  }

  @Test func sendsNothingWithoutASocket() async {
    await #expect(processExitsWith: .success) {
      let systemd = try NotifySocket()
      unsetenv("NOTIFY_SOCKET")
      SystemdManager().ready(status: "following 3 games")
      setenv("NOTIFY_SOCKET", systemd.path + "-gone", 1)
      SystemdManager().ready(status: "following 3 games")
      #expect(systemd.next() == nil)
    }
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\nREADY=1", "a READY=1"), ("a\r\nb\u{0}c\u{85}d", "a b c d"), ("Muñoz ⚾", "Muñoz ⚾"),
    ("", ""),
  ])
  func aStatusIsOneLine(text: String, line: String) {
    #expect(SystemdManager.assignment(text) == "STATUS=\(line)")
  }

  @Test func aLongStatusIsCutBetweenCharacters() {
    let assignment = SystemdManager.assignment(String(repeating: "⚾", count: 2000))
    #expect(assignment == "STATUS=" + String(repeating: "⚾", count: SystemdManager.maximumStatusBytes / 3 - 1) + "…")
    let words = SystemdManager.assignment(String(repeating: "sink 'den' is disabled; ", count: 500))
    #expect(words.hasSuffix(" sink…") || words.hasSuffix(" 'den'…") || words.hasSuffix(" is…") || words.hasSuffix(";…"))
    #expect(words.utf8.count <= "STATUS=".utf8.count + SystemdManager.maximumStatusBytes)
  }

  @Test func readsTheIntervalOfTheWatchdog() async {
    await #expect(processExitsWith: .success) {
      unsetenv("WATCHDOG_USEC")
      #expect(SystemdManager().watchdogInterval == nil)
      setenv("WATCHDOG_USEC", "30000000", 1)
      setenv("WATCHDOG_PID", "\(getpid())", 1)
      #expect(SystemdManager().watchdogInterval == .seconds(30))
      setenv("WATCHDOG_PID", "1", 1)
      #expect(SystemdManager().watchdogInterval == nil, "another process is watched")
    }
  }
}

/// Returns microseconds of the clock that systemd compares with.
private func monotonicMicroseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
}
