internal import CLinux
internal import Glibc

/// The pages of the program and of its libraries that are mapped from their files and never written: code and constants.
package enum ReadOnlyPages {
  /// Drops them all from the resident memory. The kernel maps a page again at its next use, from its cache of files or from
  /// the disk. Most of those that a start touches are not used again.
  ///
  /// Breakpoints of a debugger and uprobes of `perf` in these pages are lost.
  package static func release() {
    clinux_each_object({ object, _, _ in ReadOnlyPages.release(object) }, nil)
  }

  /// Releases the segments of one program or library. Segments with relocations have the flag to be written, although
  /// the loader takes the right away later. Returns 0, so that the next one follows.
  private static func release(_ object: UnsafeMutablePointer<clinux_object>?) -> Int32 {
    guard let object = object?.pointee else { return 0 }
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    for index in 0..<Int(object.segment_count) {
      let segment = object.segments[index]
      guard segment.p_type == PT_LOAD, segment.p_flags & UInt32(PF_W) == 0 else { continue }
      let first = UInt(object.address) &+ UInt(segment.p_vaddr)
      let (start, end) = ((first &+ page &- 1) / page * page, (first &+ UInt(segment.p_memsz)) / page * page)
      if start < end { madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED) }
    }
    return 0
  }
}
