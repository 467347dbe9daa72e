internal import CLinux
internal import Glibc

/// Resources that this process uses.
package struct ProcessUsage: Equatable, Sendable {
  /// User and system time.
  package var processorTime: Duration
  package var residentBytes: Int
  package var openFiles: Int
  /// Limit of open files.
  package var mostOpenFiles: Int

  /// Returns the present usage. Values that /proc does not provide are 0.
  ///
  /// Source: proc(5), `/proc/self/statm`, whose second number is in pages.
  package static func now() -> ProcessUsage {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    let pages = statm().split(separator: " ").dropFirst().first.flatMap { Int($0, in: 0...1 << 40) } ?? 0
    return ProcessUsage(
      processorTime: usage.ru_utime.span + usage.ru_stime.span, residentBytes: pages * sysconf(Int32(_SC_PAGESIZE)),
      openFiles: openFileCount(), mostOpenFiles: OpenFiles.limit())
  }

  private static func statm() -> String {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  /// Counts the open files, without `.`, `..` and the descriptor used for the listing.
  private static func openFileCount() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return max(count - 3, 0)
  }
}

extension timeval {
  fileprivate var span: Duration { .seconds(tv_sec) + .microseconds(tv_usec) }
}

/// The limit of open files and sockets of this process.
package enum OpenFiles {
  /// The soft limit at the first use, which is before `raiseLimit`. Child processes get it, because some of them call
  /// `select(2)` or close every possible descriptor.
  package static let inherited: Int = Int(clamping: limits()?.rlim_cur ?? 1024)

  /// Raises the soft limit to the hard limit. The soft limit is low for programs that call `select(2)`, which the
  /// daemon does not.
  ///
  /// - Returns: the limit in force.
  package static func raiseLimit() -> Int {
    _ = inherited
    guard let limits = limits() else { return 1024 }
    var raised = limits
    raised.rlim_cur = limits.rlim_max
    let isRaised = setrlimit(resource, &raised) == 0
    return Int(clamping: isRaised ? raised.rlim_cur : limits.rlim_cur)
  }

  /// Returns the present soft limit.
  package static func limit() -> Int { Int(clamping: limits()?.rlim_cur ?? 1024) }

  private static func limits() -> rlimit? {
    var limits = rlimit()
    return getrlimit(resource, &limits) == 0 ? limits : nil
  }

  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}

/// Core files of this process.
public enum CoreFiles {
  /// Disables core files and denies other processes of the same user access to this process, because its memory holds
  /// secrets.
  public static func forbid() {
    _ = clinux_forbid_dumps()
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }
}
