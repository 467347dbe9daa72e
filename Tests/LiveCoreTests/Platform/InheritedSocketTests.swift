import Glibc
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Each test runs in its own process, with descriptors and an environment as systemd sets them.
@Suite struct InheritedSocketTests {
  @Test func takesOnlyTheSocketWithItsName() async {
    await #expect(processExitsWith: .success) {
      let folder = try Inherited.folder()
      defer { folder.remove() }
      let descriptor = try folder.socket(SOCK_STREAM)
      #expect(listen(descriptor, 8) == 0)
      Inherited.announce(descriptor, as: "livegamed")
      #expect(try SystemdManager().listeningSocket(named: "livegamed") == descriptor)
      #expect(try SystemdManager().listeningSocket(named: "admin") == nil)
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  @Test func thereIsNoneIfNoneWasPassed() async {
    await #expect(processExitsWith: .success) {
      unsetenv("LISTEN_PID")
      let descriptor = try SystemdManager().listeningSocket(named: "livegamed")
      #expect(descriptor == nil)
    }
  }

  @Test func ignoresDescriptorsForAnotherProcess() async {
    await #expect(processExitsWith: .success) {
      let folder = try Inherited.folder()
      defer { folder.remove() }
      let descriptor = try folder.socket(SOCK_STREAM)
      #expect(listen(descriptor, 8) == 0)
      Inherited.announce(descriptor, as: "livegamed")
      setenv("LISTEN_PID", "1", 1)
      #expect(try SystemdManager().listeningSocket(named: "livegamed") == nil)
    }
  }

  @Test func refusesADatagramSocket() async {
    await #expect(processExitsWith: .success) {
      let folder = try Inherited.folder()
      defer { folder.remove() }
      Inherited.announce(try folder.socket(SOCK_DGRAM), as: "livegamed")
      let fault = #expect(throws: Fault.self) { try SystemdManager().listeningSocket(named: "livegamed") }
      #expect(fault?.code == .inheritedSocket)
    }
  }

  @Test func refusesASocketThatDoesNotListen() async {
    await #expect(processExitsWith: .success) {
      let folder = try Inherited.folder()
      defer { folder.remove() }
      Inherited.announce(try folder.socket(SOCK_STREAM), as: "livegamed")
      #expect(throws: Fault.self) { try SystemdManager().listeningSocket(named: "livegamed") }
    }
  }

  @Test func refusesDescriptorsThatAreNotOpen() async {
    await #expect(processExitsWith: .success) {
      setenv("LISTEN_PID", "\(getpid())", 1)
      setenv("LISTEN_FDS", "1000", 1)
      unsetenv("LISTEN_FDNAMES")
      let fault = #expect(throws: Fault.self) { try SystemdManager().listeningSocket(named: "livegamed") }
      #expect(fault?.code == .inheritedSocket)
    }
  }
}

/// Makes a descriptor look inherited.
private struct Inherited {
  let path: String

  static func folder() throws -> Inherited {
    var template = Array("/tmp/livegamed-listen-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw NotifySocket.CannotBind(number: errno) }
    return Inherited(path: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  func socket(_ type: __socket_type) throws -> Int32 { try BoundSocket.bound(to: "\(path)/s", type: type) }

  func remove() {
    unlink("\(path)/s")
    rmdir(path)
  }

  /// systemd counts from 3, where this process has other descriptors: they pass under other names, and gaps are
  /// filled, because one closed descriptor would make all of them invalid.
  static func announce(_ descriptor: Int32, as name: String) {
    let others = 3..<descriptor
    for other in others where fcntl(other, F_GETFD) < 0 { dup2(2, other) }
    setenv("LISTEN_PID", "\(getpid())", 1)
    setenv("LISTEN_FDS", "\(others.count + 1)", 1)
    setenv("LISTEN_FDNAMES", (others.map { _ in "other" } + [name]).joined(separator: ":"), 1)
  }
}
