internal import Glibc

/// What this process takes of the machine.
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
