internal import CLinux
internal import Glibc

/// Waits for many descriptors at once, level-triggered. To be used on one thread.
final class Epoll {
  /// The events to wait for. A hang-up is always reported.
  struct Interest: OptionSet {
    let rawValue: UInt32

    static let input = Interest(rawValue: EPOLLIN.rawValue)
    static let output = Interest(rawValue: EPOLLOUT.rawValue)
  }

  /// A descriptor that has something to tell.
  struct Ready {
    /// The token given when the descriptor was added.
    var token: UInt64
    var canReceive: Bool
    var canSend: Bool
    /// Both directions are over: nobody is there any more.
    var hasHungUp: Bool
  }

  private let descriptor: Descriptor
  private var events = [epoll_event](repeating: epoll_event(), count: 256)

  init() throws(SocketFailure) {
    let opened = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard opened >= 0 else { throw .current() }
    descriptor = Descriptor(opened)
  }

  func add(_ watched: Descriptor, token: UInt64, for interest: Interest) throws(SocketFailure) {
    try control(EPOLL_CTL_ADD, watched, token, interest)
  }

  func change(_ watched: Descriptor, token: UInt64, to interest: Interest) throws(SocketFailure) {
    try control(EPOLL_CTL_MOD, watched, token, interest)
  }

  func remove(_ watched: Descriptor) { epoll_ctl(descriptor.number, EPOLL_CTL_DEL, watched.number, nil) }

  private func control(
    _ operation: Int32, _ watched: Descriptor, _ token: UInt64, _ interest: Interest
  ) throws(SocketFailure) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
    guard epoll_ctl(descriptor.number, operation, watched.number, &event) == 0 else { throw .current() }
  }

  /// Returns ready descriptors, at most 256; none when the time is over. A nil limit waits without end.
  func wait(atMost limit: Duration?) throws(SocketFailure) -> [Ready] {
    let count = epoll_wait(descriptor.number, &events, Int32(events.count), Self.milliseconds(limit))
    guard count >= 0 else {
      guard errno == EINTR else { throw .current() }
      return []
    }
    return events.prefix(Int(count)).map { event in
      let hangUp = EPOLLHUP.rawValue | EPOLLERR.rawValue
      return Ready(
        token: event.data.u64, canReceive: event.events & EPOLLIN.rawValue != 0,
        canSend: event.events & EPOLLOUT.rawValue != 0, hasHungUp: event.events & hangUp != 0)
    }
  }

  /// A limit as `epoll_wait` and `poll` take it, rounded up so that a deadline has passed when its wait is over.
  static func milliseconds(_ limit: Duration?) -> Int32 {
    guard let limit else { return -1 }
    let (seconds, attoseconds) = max(limit, .zero).components
    let milliseconds = attoseconds / 1_000_000_000_000_000 + (attoseconds % 1_000_000_000_000_000 > 0 ? 1 : 0)
    return Int32(clamping: min(seconds, 86_400) * 1000 + milliseconds)
  }
}

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

/// An open file descriptor, closed when the last holder lets go of it.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Another number for the same open file, to be closed by whoever gets it; negative when there is none left.
  func duplicate() -> Int32 { dup(number) }
}

/// Both ends of a pipe. A program that is started does not get them unless they are handed to it.
struct UnixPipe {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(SocketFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .current() }
    let opened = (reading: Descriptor(ends[0]), writing: Descriptor(ends[1]))
    (reading, writing) = (try Self.aboveStandard(opened.reading), try Self.aboveStandard(opened.writing))
  }

  /// Where 0, 1 or 2 were closed, the pipe would get their numbers, and be overwritten by what a program gets there.
  private static func aboveStandard(_ end: Descriptor) throws(SocketFailure) -> Descriptor {
    guard end.number <= STDERR_FILENO else { return end }
    let moved = fcntl(end.number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard moved >= 0 else { throw .current() }
    return Descriptor(moved)
  }
}

extension Descriptor {
  /// Reading and writing tell that they would have to wait.
  func setNonBlocking() throws(SocketFailure) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .current() }
  }

  /// How many bytes were taken; nil when none are now. A pipe that nobody reads is `EPIPE`.
  func write(_ bytes: ArraySlice<UInt8>) throws(SocketFailure) -> Int? {
    try SocketFailure.transferred(bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) })
  }

  /// Reads at most `limit` bytes. Returns an empty array at the end of the stream, nil when no byte is ready.
  func read(atMost limit: Int) throws(SocketFailure) -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      count = Glibc.read(number, buffer.baseAddress, limit)
      initialized = max(0, count)
    }
    return try SocketFailure.transferred(count).map { _ in bytes }
  }
}
