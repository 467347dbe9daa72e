internal import Glibc

/// How many files and sockets this process may have open.
enum OpenFiles {
  /// Allows as many as the hard limit does: the soft one is low for the sake of `select(2)`, which nothing here calls.
  ///
  /// - Returns: the limit that is in force now.
  @discardableResult
  static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    var raised = limit
    raised.rlim_cur = limit.rlim_max
    let isRaised = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0
    return Int(clamping: isRaised ? raised.rlim_cur : limit.rlim_cur)
  }
}
