internal import CLinux
internal import Glibc

/// Wakes a thread that sleeps in `Epoll.wait`. Rung often before it is heard, it is heard once.
final class Doorbell: Sendable {
  let descriptor: Descriptor

  init() throws(SocketFailure) {
    let opened = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard opened >= 0 else { throw .current() }
    descriptor = Descriptor(opened)
  }

  /// From any thread; never blocks.
  func ring() { eventfd_write(descriptor.number, 1) }

  /// Makes it silent until it is rung again.
  func drain() {
    var count: eventfd_t = 0
    eventfd_read(descriptor.number, &count)
  }

  /// Blocks its thread until it is rung, and at most for `limit`; it is silent then.
  func wait(atMost limit: Duration? = nil) {
    let end = limit.map { SuspendingClock.now + $0 }
    var watched = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    while poll(&watched, 1, Epoll.milliseconds(end.map { SuspendingClock.now.duration(to: $0) })) < 0, errno == EINTR {}
    drain()
  }
}
