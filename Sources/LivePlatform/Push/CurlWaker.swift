internal import CCurl

/// Wakes the thread that waits in `curl_multi_poll`, from any thread.
final class CurlWaker: Sendable {
  // Safe: other threads than the owner's only give it to `curl_multi_wakeup`, which any thread may call, under the lock
  // of `handle` and before `retire`.
  struct Handle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
  }

  private let handle: Locked<Handle?>

  init(_ handle: Handle) { self.handle = Locked(handle) }

  func wake() {
    handle.withLock { handle in
      if let handle { curl_multi_wakeup(handle.pointer) }
    }
  }

  /// Makes further calls of `wake` do nothing. The owner calls it before it frees the handle.
  func retire() { handle.withLock { $0 = nil } }
}
