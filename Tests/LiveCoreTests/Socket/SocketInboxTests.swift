import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct SocketInboxTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Far more bytes than the inbox may hold, from a sender that disconnects before the first line is read.
  @Test func keepsItsLimitAndLosesNothing() async throws {
    let listener = try SocketListener(.path("\(folder.path)/inbox.sock"))
    let inbox = try SocketInbox(try UnixSocket.connected(to: "\(folder.path)/inbox.sock"), limit: 1000)
    let sent = (1...10_000).map { "line \($0)" }
    do {
      let sender = try #require(try listener.accept())
      sender.setSendBuffer(bytes: 1 << 20)
      var rest = Array(sent.map { $0 + "\n" }.joined().utf8)[...]
      while !rest.isEmpty { rest.removeFirst(try #require(try sender.send(rest))) }
    }
    let thread = try DedicatedThread(name: "test") { inbox.run() }
    var got: [String] = []
    while case .piece(.line(let line)) = try await inbox.next() { got.append(String(decoding: line, as: UTF8.self)) }
    thread.join()
    #expect(got == sent)
  }

  @Test func closingEndsItsThreadAndItsReaders() async throws {
    let listener = try SocketListener(.path("\(folder.path)/inbox.sock"))
    let inbox = try SocketInbox(try UnixSocket.connected(to: "\(folder.path)/inbox.sock"), limit: 1000)
    let thread = try DedicatedThread(name: "test") { inbox.run() }
    inbox.close()
    guard case .end = try await inbox.next() else {
      Issue.record("it goes on")
      return
    }
    thread.join()
    listener.removeFile()
  }
}
