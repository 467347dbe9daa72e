internal import CLinux

/// The allocator of the process.
package enum Allocator {
  /// Makes all threads share one arena. glibc would give each of the first eight threads per processor one of its own, and
  /// what one thread frees there is not used by another: a megabyte with fifteen games. Small allocations come from each
  /// thread's cache in any case. Call it before other threads start.
  package static func limitArenas() { clinux_mallopt(Int32(clinux_arena_max), 1) }
}
