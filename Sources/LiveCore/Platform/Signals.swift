internal import Glibc

/// Signals whose default would end the process.
enum Signals {
  /// A receiver that hangs up must not end the daemon, nor SIGHUP, by which others ask for a reload.
  static func ignoreHangUps() {
    for number in [SIGPIPE, SIGHUP] { signal(number, SIG_IGN) }
  }
}
