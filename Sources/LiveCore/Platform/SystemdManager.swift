internal import CSystemd
internal import Glibc

/// systemd, by the protocol of `sd_notify(3)`. Does nothing in a process without `NOTIFY_SOCKET`.
struct SystemdManager: ServiceManager {
  /// systemd ignores a whole message of more than 4096 bytes, and a lost `READY=1` would fail the start.
  static let maximumStatusBytes = 512

  func ready(status: String) { notify("READY=1\n\(Self.assignment(status))") }

  func status(_ text: String) { notify(Self.assignment(text)) }

  func reloading() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
  }

  func stopping() { notify("STOPPING=1") }

  func extendTimeout(by span: Duration) { notify("EXTEND_TIMEOUT_USEC=\(span.wholeMilliseconds * 1000)") }

  func beat() { notify("WATCHDOG=1") }

  var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    return sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
  }

  /// Holds the text to one line: what follows a newline would be an assignment of its own.
  static func assignment(_ text: String) -> String {
    var line = text.withoutControls
    while line.utf8.count > maximumStatusBytes { line.removeLast() }
    return "STATUS=\(line)"
  }

  /// What systemd does not hear it misses by itself: a start or a beat that does not come ends the unit.
  private func notify(_ state: String) { _ = sd_notify(0, state) }
}
