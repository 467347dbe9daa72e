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

  /// A lost message needs no handling: systemd ends a unit whose start or watchdog ping does not come.
  private func notify(_ state: String) { _ = sd_notify(0, state) }
}

extension SystemdManager {
  /// The listening Unix stream socket that systemd opened for the daemon under this `FileDescriptorName=`, nil when it
  /// passed none.
  ///
  /// The descriptor is the caller's from now on, is closed on exec, and blocks unless systemd was told otherwise.
  /// Throws `platform.inherited-socket` when there is a descriptor of that name that cannot be served.
  func listeningSocket(named name: String) throws(Fault) -> Int32? {
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

/// The seam to whoever started the daemon and looks after it: systemd, or nobody.
///
/// Nothing here throws: without a manager every call does nothing, and one that cannot be reached notices by itself
/// that it hears no more.
protocol ServiceManager: Sendable {
  /// Says that start-up is over, or the reload that `reloading` began.
  func ready(status: String)
  /// Says in one line how the daemon fares; it replaces the line before.
  func status(_ text: String)
  /// Says that a reload has begun; `ready` ends it.
  func reloading()
  /// Says that the daemon has begun to stop.
  func stopping()
  /// Asks for so much time from now on, at the start or the stop.
  func extendTimeout(by span: Duration)
  /// Says that the daemon makes progress.
  func beat()
  /// The daemon is killed when no beat comes for this long; nil when nobody counts them.
  var watchdogInterval: Duration? { get }
}
