import Glibc

@testable import LiveCore
@testable import LivePlatform

/// A named pipe in the folder of a test. Programs write a line into it as a sign of life; end of file means that all
/// have ended.
final class Fifo: Sendable {
  private let reading: Descriptor

  init(in folder: TemporaryFolder) throws {
    let path = folder.path + "/fifo"
    guard mkfifo(path, 0o600) == 0 else { throw SystemError.current() }
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw SystemError.current() }
    reading = Descriptor(opened)
  }

  /// Returns the first line; empty if none arrives within 30 s.
  func line() async -> String { await offThePool { $0.readLine() } }

  /// Whether the last writer closes the pipe within 30 s.
  var isClosed: Bool { get async { await offThePool { $0.readToTheEnd() } } }

  /// Runs blocking work on its own thread, because the program under test needs the threads of the pool.
  private func offThePool<Result: Sendable>(_ work: @escaping @Sendable (Fifo) -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      do {
        _ = try DedicatedThread(name: "fifo") { continuation.resume(returning: work(self)) }
      } catch {
        continuation.resume(returning: work(self))
      }
    }
  }

  private func readLine() -> String {
    var bytes: [UInt8] = []
    while !bytes.contains(UInt8(ascii: "\n")), waits(), let more = try? reading.read(atMost: 64), !more.isEmpty {
      bytes += more
    }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private func readToTheEnd() -> Bool {
    while waits() {
      guard let bytes = try? reading.read(atMost: 64) else { continue }
      if bytes.isEmpty { return true }
    }
    return false
  }

  private func waits() -> Bool {
    var watched = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 30_000) == 1
  }
}
