internal import Glibc

/// An open file descriptor, closed when the last holder lets go of it.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Another number for the same open file, to be closed by whoever gets it; negative when there is none left.
  func duplicate() -> Int32 { dup(number) }
}
