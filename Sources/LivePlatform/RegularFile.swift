internal import Glibc

/// Reads regular files.
package enum RegularFile {
  package enum Refusal: Error, Equatable {
    case notRegular
    case tooLarge
    case failed(SystemError)
  }

  /// Reads a file of at most `limit` bytes. Follows symbolic links. Refuses anything but a regular file: reading a pipe could
  /// block, and a device may never end.
  package static func read(_ path: String, limit: Int) throws(Refusal) -> [UInt8] {
    let opened = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard opened >= 0 else {
      let error = SystemError.current()
      // A socket cannot be opened.
      throw error.number == ENXIO ? .notRegular : .failed(error)
    }
    let descriptor = Descriptor(opened)
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw .failed(.current()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_size <= limit else { throw .tooLarge }
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 16 << 10))
    // The file may grow while it is read.
    while bytes.count <= limit {
      let count = Glibc.read(descriptor.number, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw .failed(.current())
      }
    }
    throw .tooLarge
  }
}
