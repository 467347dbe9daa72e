internal import CLinux
internal import Glibc

/// The resources that this process uses.
struct ProcessUsage: Equatable, Sendable {
  /// User and system.
  var processorTime: Duration
  var residentBytes: Int
  var openFiles: Int
  /// How many may be open.
  var mostOpenFiles: Int

  /// As it is now; what /proc does not say is 0.
  ///
  /// Source: proc(5), `/proc/self/statm`, whose second number is in pages.
  static func now() -> ProcessUsage {
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

  /// Without `.`, `..` and the one that lists them.
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

/// Core files of this process.
public enum CoreFiles {
  /// None is ever written, and no other process of the same user may look into this one: memory holds secrets.
  public static func forbid() {
    _ = clinux_forbid_dumps()
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }
}
