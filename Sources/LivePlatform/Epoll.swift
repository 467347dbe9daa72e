internal import CLinux
internal import Glibc

/// Waits for many descriptors at once, level-triggered. One thread waits; others may add, change and remove descriptors.
package final class Epoll: Sendable {
  /// Events to wait for. A hang-up is always reported.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let input = Interest(rawValue: EPOLLIN.rawValue)
    package static let output = Interest(rawValue: EPOLLOUT.rawValue)
  }

  /// A descriptor that is ready.
  package struct Ready: Sendable {
    /// The token with which the descriptor was added.
    package var token: UInt64
    package var canReceive: Bool
    package var canSend: Bool
    /// Both directions are closed.
    package var hasHungUp: Bool

    fileprivate init(_ event: epoll_event) {
      token = event.data.u64
      canReceive = event.events & EPOLLIN.rawValue != 0
      canSend = event.events & EPOLLOUT.rawValue != 0
      hasHungUp = event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    }
  }

  /// The most events of one call. Swift puts a temporary allocation of at most 1,024 bytes on the stack.
  private static let mostReady = 64

  private let descriptor: Descriptor

  package init() throws(SystemError) {
    let opened = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard opened >= 0 else { throw .current() }
    descriptor = Descriptor(opened)
  }

  package func add(_ watched: Descriptor, token: UInt64, for interest: Interest) throws(SystemError) {
    try control(EPOLL_CTL_ADD, watched, token, interest)
  }

  package func change(_ watched: Descriptor, token: UInt64, to interest: Interest) throws(SystemError) {
    try control(EPOLL_CTL_MOD, watched, token, interest)
  }

  package func remove(_ watched: Descriptor) { epoll_ctl(descriptor.number, EPOLL_CTL_DEL, watched.number, nil) }

  private func control(
    _ operation: Int32, _ watched: Descriptor, _ token: UInt64, _ interest: Interest
  ) throws(SystemError) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
    guard epoll_ctl(descriptor.number, operation, watched.number, &event) == 0 else { throw .current() }
  }

  /// Returns the ready descriptors, at most 64; none after `limit`. Nil waits without limit.
  package func wait(atMost limit: Duration?) throws(SystemError) -> [Ready] {
    let outcome = withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.mostReady) {
      events -> Result<[Ready], SystemError> in
      let count = epoll_wait(descriptor.number, events.baseAddress, Int32(events.count), Self.milliseconds(limit))
      return count < 0 ? .failure(.current()) : .success(events.prefix(Int(count)).map(Ready.init))
    }
    if case .failure(let failure) = outcome, failure.number == EINTR { return [] }
    return try outcome.get()
  }

  /// Converts a limit for `epoll_wait` and `poll`. It is rounded up, so that a deadline has passed when the wait is
  /// over.
  package static func milliseconds(_ limit: Duration?) -> Int32 {
    guard let limit else { return -1 }
    let (seconds, attoseconds) = max(limit, .zero).components
    let milliseconds = attoseconds / 1_000_000_000_000_000 + (attoseconds % 1_000_000_000_000_000 > 0 ? 1 : 0)
    return Int32(clamping: min(seconds, 86_400) * 1000 + milliseconds)
  }
}

/// Wakes a thread that sleeps in `Epoll.wait` or in `wait`. Several rings before a wake-up count as one.
package final class Doorbell: Sendable {
  package let descriptor: Descriptor

  package init() throws(SystemError) {
    let opened = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard opened >= 0 else { throw .current() }
    descriptor = Descriptor(opened)
  }

  /// Wakes the thread. Callable from any thread; never blocks.
  package func ring() { eventfd_write(descriptor.number, 1) }

  /// Resets the bell until the next ring.
  package func drain() {
    var count: eventfd_t = 0
    eventfd_read(descriptor.number, &count)
  }

  /// Blocks until the bell rings, for at most `limit`, and resets it.
  package func wait(atMost limit: Duration? = nil) {
    let end = limit.map { SuspendingClock.now + $0 }
    var watched = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    while poll(&watched, 1, Epoll.milliseconds(end.map { SuspendingClock.now.duration(to: $0) })) < 0, errno == EINTR {}
    drain()
  }
}
