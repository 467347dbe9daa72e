internal import CLinux
internal import Glibc

/// Sends the same bytes to many sockets that never block.
enum MultiSend {
  /// A socket that did not take all of it.
  struct PartialSend: Equatable {
    /// Its place among the descriptors.
    var index: Int
    /// How many bytes it took.
    var taken: Int
    /// The peer has closed the connection.
    var isGone = false
  }

  /// One call a socket, whatever it takes.
  ///
  /// - Parameters:
  ///   - runs: ranges of `bytes` in the order in which they go, at most 1,024.
  ///   - bytes: what they are ranges of.
  ///   - descriptors: of the sockets.
  /// - Returns: who fell short, in the order of the descriptors.
  static func send(
    _ runs: [Range<Int>], of bytes: [UInt8], to descriptors: ContiguousArray<Int32>
  ) -> [PartialSend] {
    let total = runs.reduce(0) { $0 + $1.count }
    var shortfalls: [PartialSend] = []
    GatheredBytes.with(runs, of: bytes) { gathered in
      for (index, descriptor) in descriptors.enumerated() {
        let taken = gathered.send(to: descriptor)
        if taken != total { shortfalls.append(shortfall(index, taken)) }
      }
    }
    return shortfalls
  }

  private static func shortfall(_ index: Int, _ taken: Int) -> PartialSend {
    guard taken < 0 else { return PartialSend(index: index, taken: taken) }
    return PartialSend(index: index, taken: 0, isGone: errno != EAGAIN && errno != EINTR)
  }
}

/// Pieces of memory that go out in one call.
struct GatheredBytes: ~Copyable {
  private let first: UnsafeRawBufferPointer
  private var message: msghdr?

  /// Sends them; what `send(2)` and `sendmsg(2)` answer.
  func send(to descriptor: Int32) -> Int {
    guard var message else { return Glibc.send(descriptor, first.baseAddress, first.count, Int32(MSG_NOSIGNAL)) }
    return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
  }

  /// Valid for the time of `body`.
  static func with<Answer>(
    _ runs: [Range<Int>], of bytes: [UInt8], _ body: (borrowing GatheredBytes) -> Answer
  ) -> Answer {
    bytes.withUnsafeBytes { memory in
      var pieces = runs.map { run in
        // The kernel only reads.
        iovec(
          iov_base: UnsafeMutableRawPointer(mutating: memory.baseAddress.map { $0 + run.lowerBound }),
          iov_len: run.count)
      }
      return pieces.withUnsafeMutableBufferPointer { pieces in
        guard runs.count != 1 else {
          return body(GatheredBytes(first: UnsafeRawBufferPointer(rebasing: memory[runs[0]])))
        }
        var message = msghdr()
        (message.msg_iov, message.msg_iovlen) = (pieces.baseAddress, pieces.count)
        return body(GatheredBytes(first: memory, message: message))
      }
    }
  }
}
