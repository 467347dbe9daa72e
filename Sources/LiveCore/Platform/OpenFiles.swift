internal import Glibc

/// How many files and sockets this process may have open.
enum OpenFiles {
  /// The soft limit that the process began with, or that it has now if that is asked first: what the programs that it
  /// runs go on with, some of which call `select(2)`, or close as many descriptors as there may be.
  static let inherited: Int = Int(clamping: limits()?.rlim_cur ?? 1024)

  /// Allows as many as the hard limit does: the soft one is low for the sake of `select(2)`, which nothing here calls.
  ///
  /// - Returns: the limit that is in force now.
  static func raiseLimit() -> Int {
    _ = inherited
    guard let limits = limits() else { return 1024 }
    var raised = limits
    raised.rlim_cur = limits.rlim_max
    let isRaised = setrlimit(resource, &raised) == 0
    return Int(clamping: isRaised ? raised.rlim_cur : limits.rlim_cur)
  }

  /// How many may be open now.
  static func limit() -> Int { Int(clamping: limits()?.rlim_cur ?? 1024) }

  private static func limits() -> rlimit? {
    var limits = rlimit()
    return getrlimit(resource, &limits) == 0 ? limits : nil
  }

  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}
