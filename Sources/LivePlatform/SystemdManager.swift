internal import CSystemd
internal import Glibc
package import LiveModel

/// The interface to the service manager: systemd, or none.
///
/// No function throws. Without a manager every call does nothing. A manager that the daemon cannot reach detects the
/// missing notifications itself.
package protocol ServiceManager: Sendable {
  /// Reports that start-up is complete, or the reload that `reloading` announced.
  func ready(status: String)
  /// Sets the status line, which replaces the previous one.
  func status(_ text: String)
  /// Reports the start of a reload. `ready` ends it.
  func reloading()
  /// Reports that the daemon is stopping.
  func stopping()
  /// Requests this much time from now on for the start or the stop.
  func extendTimeout(by span: Duration)
  /// Sends the watchdog keep-alive.
  func beat()
  /// The manager kills the daemon when no keep-alive arrives for this long; nil without a watchdog.
  var watchdogInterval: Duration? { get }
}

/// systemd by the protocol of `sd_notify(3)`. Does nothing in a process without `NOTIFY_SOCKET`.
package struct SystemdManager: ServiceManager {
  /// Limit of the status. systemd ignores messages over 4096 bytes completely, and a lost `READY=1` would fail the
  /// start.
  static let maximumStatusBytes = 512

  package init() {}

  package func ready(status: String) { notify("READY=1\n\(Self.assignment(status))") }

  package func status(_ text: String) { notify(Self.assignment(text)) }

  package func reloading() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
  }

  package func stopping() { notify("STOPPING=1") }

  package func extendTimeout(by span: Duration) { notify("EXTEND_TIMEOUT_USEC=\(span.wholeMilliseconds * 1000)") }

  package func beat() { notify("WATCHDOG=1") }

  package var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    return sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
  }

  /// Returns the assignment of the status on one line: text after a newline would be another assignment. A text that is
  /// too long ends after a word, with `…`.
  static func assignment(_ text: String) -> String {
    var line = text.withoutControls
    guard line.utf8.count > maximumStatusBytes else { return "STATUS=\(line)" }
    while line.utf8.count > maximumStatusBytes - "…".utf8.count { line.removeLast() }
    if let space = line.lastIndex(of: " ") { line = String(line[..<space]) }
    return "STATUS=\(line)…"
  }

  /// Ignores errors: systemd itself ends a unit whose start or keep-alive notification is missing.
  private func notify(_ state: String) { _ = sd_notify(0, state) }
}

extension SystemdManager {
  /// Returns the listening Unix stream socket that systemd passed under this `FileDescriptorName=`; nil when there is
  /// none.
  ///
  /// The caller owns the descriptor. It is closed on exec, and it blocks unless the socket unit says otherwise. Throws
  /// `platform.inherited-socket` for a descriptor of that name that is no listening Unix stream socket.
  package func listeningSocket(named name: String) throws(Fault) -> Int32? {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(0, &names)
    guard count >= 0 else { throw Self.unusable("descriptors could not be taken over (errno \(-count))") }
    guard let names else { return nil }
    defer { Self.release(names, count: Int(count)) }
    let passed = (0..<Int(count)).map { index in names[index].map { String(cString: $0) } }
    guard let index = passed.firstIndex(of: name) else { return nil }
    let descriptor = SD_LISTEN_FDS_START + Int32(index)
    guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
      throw Self.unusable("descriptor \(descriptor), '\(name)', is no listening unix stream socket")
    }
    return descriptor
  }

  private static func release(_ names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int) {
    for index in 0..<count { free(names[index]) }
    free(names)
  }

  private static func unusable(_ what: String) -> Fault {
    Fault(.inheritedSocket, "\(what)", hint: "give the socket unit one ListenStream= with an absolute path")
  }
}

extension Fault.Code {
  static let inheritedSocket = Fault.Code("platform.inherited-socket")
}
